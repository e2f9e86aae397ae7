/** The work that staff do most, in the order of its keys. */
import { changeLimits, postNotice } from "./limits";
import { buyIn, fill } from "./money";
import { changeMethod, closeTable, noBet, relieve } from "./table";
import type { Task } from "./task";

export const TASKS: readonly Task[] = [
  buyIn,
  fill,
  changeLimits,
  postNotice,
  closeTable,
  changeMethod,
  relieve,
  noBet,
];
