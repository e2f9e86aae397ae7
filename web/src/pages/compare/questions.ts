/** Choosing among the questions that people ask of two rulebooks. */
import type { Schemas } from "../../api/types";

export type Question = Schemas["AskedRow"];
export interface Part {
  name: "first" | "more" | "same";
  rows: Question[];
}

/** The questions that have every word written, in question or answers. */
export function asking(rows: readonly Question[], text: string): Question[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const lines = [...row.first, ...row.second];
    const whole = [row.question, ...lines.flatMap((one) => [one.sentence, ...one.clauses])];
    const joined = whole.join(" ").toLowerCase();
    return words.every((word) => joined.includes(word));
  });
}

/** The most asked differences, the others, and what is the same; a part without rows is left out. */
export function parts(rows: readonly Question[], most: number): Part[] {
  const differing = rows.filter((row) => row.differs);
  const every: Part[] = [
    { name: "first", rows: differing.slice(0, most) },
    { name: "more", rows: differing.slice(most) },
    { name: "same", rows: rows.filter((row) => !row.differs) },
  ];
  return every.filter((part) => part.rows.length > 0);
}
