/** Where the boxes lie: in an arc, the first at the dealer's left, on the right of who looks. */
export interface Place {
  x: number;
  y: number;
  turn: number;
}

export interface Desk {
  boxes: Place[];
  /** The width that a box has. */
  pitch: number;
  rim: string;
  /** The two lines between which insurance lies. */
  upper: string;
  lower: string;
  /** Where the result is said. */
  said: number;
}

const f = (value: number) => value.toFixed(1);
const LEAST = 96;

export function desk(boxes: number, width: number, height: number): Desk {
  const half = Math.max(240, width / 2 - 70);
  const sagitta = Math.min(height * 0.12, half * 0.16);
  const radius = (half * half + sagitta * sagitta) / (2 * sagitta);
  const cx = width / 2;
  const cy = height - 30 - radius;
  const pitch = Math.max(LEAST, (2 * half) / Math.max(1, boxes));
  const at = (r: number, x: number) => {
    const angle = Math.asin(Math.max(-1, Math.min(1, x / radius)));
    return { x: cx + r * Math.sin(angle), y: cy + r * Math.cos(angle), turn: -degrees(angle) };
  };
  const bent = (r: number, reach: number, middle: number) => {
    const [from, to] = [at(r, -reach), at(r, reach)];
    const up = middle - (cy + r);
    return `M${f(from.x)} ${f(from.y + up)}A${f(r)} ${f(r)} 0 0 0 ${f(to.x)} ${f(to.y + up)}`;
  };
  const line = Math.max(height * 0.42, height - 30 - 400);
  const edge = radius + 26;
  return {
    pitch,
    boxes: Array.from({ length: boxes }, (_, place) =>
      at(radius, ((boxes - 1) / 2 - place) * pitch),
    ),
    rim: bent(edge, Math.min(radius * 0.98, width / 2 + 20), height + 2),
    upper: bent(radius, half * 0.72, line - 34),
    lower: bent(radius, half * 0.75, line),
    said: line - 132,
  };
}

const degrees = (angle: number) => (angle * 180) / Math.PI;
