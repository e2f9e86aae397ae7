/** Where things lie on the felt: seats in an arc around the dealer, rows of areas before each. */

/** What is placed: an area is main (a row of its own) or stands beside others. */
export interface Placed {
  id: string;
  group: string;
  short: string;
}

export interface Cell {
  area: string;
  seat: number;
  /** The outline. */
  path: string;
  /** Where the upper left corner is, and how the cell is turned, in degrees. */
  x: number;
  y: number;
  turn: number;
  width: number;
  height: number;
  small: boolean;
}

export interface Seat {
  seat: number;
  x: number;
  y: number;
  turn: number;
}

export interface Arc {
  cells: Cell[];
  seats: Seat[];
  /** The edge of the table. */
  rim: string;
}

export interface Room {
  width: number;
  height: number;
  /** Where the areas begin and where they end, in the middle of the table. */
  top: number;
  bottom: number;
}

const MAIN = "main";
const LEAST_SMALL = 58;
const GAP = 8;
const LETTER = 6.3;

/** How wide a word is at the size of a small label, about. */
export const wordWidth = (text: string): number =>
  Math.max(...text.split(" ").map((word) => word.length)) * LETTER;

function split<T>(list: readonly T[], most: number): T[][] {
  const rows = Math.ceil(list.length / most);
  const made: T[][] = [];
  let from = 0;
  for (let row = 0; row < rows; row++) {
    const size = Math.ceil((list.length - from) / (rows - row));
    made.push(list.slice(from, from + size));
    from += size;
  }
  return made;
}

/** The rows of a seat, nearest the player first: the main wagers, then the others by groups. */
export function rowsOf<T extends Placed>(areas: readonly T[], width: number): T[][] {
  const main = areas.filter((one) => one.group === MAIN).map((one) => [one]);
  const side = areas.filter((one) => one.group !== MAIN);
  const least = Math.max(LEAST_SMALL, ...side.map((one) => wordWidth(one.short) + 12));
  const most = Math.max(1, Math.floor(width / least));
  const groups = [...new Set(side.map((one) => one.group))];
  const rows: T[][] = [];
  for (const group of groups) {
    for (const row of split(
      side.filter((one) => one.group === group),
      most,
    )) {
      const last = rows.at(-1);
      if (last && last.length + row.length <= most) last.push(...row);
      else rows.push(row);
    }
  }
  return [...main, ...rows];
}

const f = (value: number) => value.toFixed(1);

/** Lay out this many seats with these areas; numbered from the dealer's left, or right. */
export function arcOf<T extends Placed>(
  areas: readonly T[],
  seats: number,
  room: Room,
  fromRight = false,
): Arc {
  const margin = Math.max(16, room.width * 0.027);
  const widest = Math.max(190, (room.bottom - room.top) * 0.55);
  const pitch = Math.min(widest, (room.width - 2 * margin) / Math.max(1, seats));
  const half = Math.max(pitch * 2.2, (pitch * seats) / 2);
  const sagitta = half * 0.105;
  const radius = (half * half + sagitta * sagitta) / (2 * sagitta);
  const cx = room.width / 2;
  const cy = room.bottom - radius;
  const depth = room.bottom - room.top;
  const inner = (pitch * (radius - depth)) / radius - GAP;
  const rows = rowsOf(areas, inner);
  const weights = rows.map((row, place) => (row[0]?.group !== MAIN ? 0.62 : place < 2 ? 1 : 0.72));
  const unit = (depth - GAP * 0.75 * rows.length) / weights.reduce((sum, one) => sum + one, 0);

  const at = (r: number, a: number) => [cx + r * Math.sin(a), cy + r * Math.cos(a)] as const;
  const spot = (r: number, a: number) => at(r, a).map(f).join(" ");
  const arc = { cells: [] as Cell[], seats: [] as Seat[] };

  for (let place = 0; place < seats; place++) {
    const seat = fromRight ? seats - place : place + 1;
    const middle = Math.asin(((place - (seats - 1) / 2) * pitch) / radius);
    const turn = (-middle * 180) / Math.PI;
    const span = (pitch - GAP) / 2 / radius;
    let outer = radius;
    rows.forEach((row, line) => {
      const height = Math.min(unit * (weights[line] ?? 1), 124);
      const r = outer - height;
      const each = (2 * span) / row.length;
      row.forEach((area, column) => {
        const slit = row.length > 1 ? 1.5 / radius : 0;
        const a0 = middle - span + each * column + (column > 0 ? slit : 0);
        const a1 = middle - span + each * (column + 1) - (column < row.length - 1 ? slit : 0);
        const [x, y] = at(r, a0);
        arc.cells.push({
          area: area.id,
          seat,
          path: `M${spot(r, a0)}L${spot(outer, a0)}A${f(outer)} ${f(outer)} 0 0 0 ${spot(outer, a1)}L${spot(r, a1)}A${f(r)} ${f(r)} 0 0 1 ${spot(r, a0)}Z`,
          x,
          y,
          turn,
          width: (a1 - a0) * r,
          height,
          small: area.group !== MAIN,
        });
      });
      outer = r - GAP * 0.75;
    });
    const [x, y] = at(radius + 24, middle);
    arc.seats.push({ seat, x, y, turn });
  }

  const edge = radius + 50;
  const wide = Math.min(1, (room.width / 2 + 20) / edge);
  const end = Math.asin(wide);
  return { ...arc, rim: `M${spot(edge, -end)}A${f(edge)} ${f(edge)} 0 0 0 ${spot(edge, end)}` };
}

/** Turn a way on the page into the frame of something that is turned. */
export function inFrame(dx: number, dy: number, turn: number): [dx: number, dy: number] {
  const angle = (-turn * Math.PI) / 180;
  return [dx * Math.cos(angle) - dy * Math.sin(angle), dx * Math.sin(angle) + dy * Math.cos(angle)];
}
