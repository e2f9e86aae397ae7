/** Movement: where a thing came from. With reduced motion everything is a short fade. */
const OUT = "cubic-bezier(.2,.7,.2,1)";
const IN = "cubic-bezier(.5,0,.9,.4)";
const IN_OUT = "cubic-bezier(.5,0,.2,1)";
const FADE_MS = 80;
const DEAL_MS = 260;
const TURN_MS = 320;
const COLLECT_MS = 300;
const LIGHT_MS = 140;
const PAY_MS = 360;

const FADE: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }];

/** Whether nothing may travel. */
export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const offset = (from: DOMRect, to: DOMRect) => ({
  x: from.x + from.width / 2 - (to.x + to.width / 2),
  y: from.y + from.height / 2 - (to.y + to.height / 2),
});

export interface CardMove {
  how: "deal" | "turn" | undefined;
  from: () => Element | null;
}

/** A card comes from the shoe as a back and is turned; its second child is that back. */
export function cardMoves(node: HTMLElement, { how, from }: CardMove): void {
  const [face, back] = [...node.children];
  if (how === undefined) return back?.remove();
  if (still()) {
    node.animate(FADE, FADE_MS);
    return back?.remove();
  }
  const shoe = from()?.getBoundingClientRect();
  let waits = 0;
  if (how === "deal" && shoe) {
    const way = offset(shoe, node.getBoundingClientRect());
    waits = DEAL_MS;
    node.animate(
      [{ transform: `translate(${way.x}px, ${way.y}px) rotate(6deg)` }, { transform: "none" }],
      { duration: DEAL_MS, easing: OUT },
    );
  }
  if (!back) return;
  const half = TURN_MS / 2;
  const wide = "scaleX(1)";
  const narrow = "scaleX(0)";
  const turn = { duration: half, easing: IN_OUT, fill: "both" as const };
  face?.animate([{ transform: narrow }, { transform: wide }], { ...turn, delay: waits + half });
  back.animate([{ transform: wide }, { transform: narrow }], { ...turn, delay: waits }).onfinish =
    () => back.remove();
}

/** A total swaps after the turn, by a fade. */
export function totalSwaps(node: HTMLElement, moves: boolean): void {
  const delay = moves && !still() ? DEAL_MS + TURN_MS : 0;
  node.animate(FADE, { duration: FADE_MS, delay, fill: "backwards" });
}

export interface ChipMove {
  how: "lost" | "won" | undefined;
  /** The way to the float, in the frame of the chips. */
  way: readonly [number, number];
}

/** Chips go to the float, or come from it. */
export function chipsMove(node: SVGElement, { how, way }: ChipMove): void {
  if (how === undefined) {
    if (node.dataset["gone"] === "yes") node.remove();
    return;
  }
  const there = { transform: `translate(${way[0]}px, ${way[1]}px)` };
  if (how === "lost") {
    const fade = still()
      ? node.animate([{ opacity: 1 }, { opacity: 0 }], FADE_MS)
      : node.animate([{ opacity: 1 }, { ...there, opacity: 0 }], {
          duration: COLLECT_MS,
          easing: IN,
        });
    fade.onfinish = () => node.remove();
  } else if (still()) node.animate(FADE, FADE_MS);
  else {
    node.animate([there, { transform: "none" }], {
      duration: PAY_MS,
      delay: LIGHT_MS,
      easing: OUT,
      fill: "backwards",
    });
  }
}
