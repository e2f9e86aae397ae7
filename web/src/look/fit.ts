/** Drawing together what does not fit, a step at a time. */
import { tick } from "svelte";

/** Takes steps while it is too much as drawn; a newer call ends an older one, which would step too. */
export function fitting(
  drawn: () => Promise<void> = tick,
): (tooMuch: () => boolean, step: () => void) => Promise<void> {
  let newest = 0;
  return async (tooMuch, step) => {
    const mine = ++newest;
    await drawn();
    while (mine === newest && tooMuch()) {
      step();
      await drawn();
    }
  };
}
