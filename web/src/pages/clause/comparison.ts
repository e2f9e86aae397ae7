/** A clause beside those of another rulebook: what the one says and the other does not. */
import type { Schemas } from "../../api/types";
import { marking, type Part } from "../../rulebook/text";

export type Row = Schemas["Compared"];
type Which = "first" | "second";

export class Comparison {
  readonly #rows: readonly Row[];
  readonly #beside: Schemas["Beside"]["beside"];

  constructor(found: Pick<Schemas["Beside"], "rows" | "beside">) {
    this.#rows = found.rows;
    this.#beside = found.beside;
  }

  /** The rows that one of the two has. */
  rows(which: Which): Row[] {
    return this.#rows.filter((row) => row[which] !== null);
  }

  /** Values of one that the other does not have, not even under another game's name. */
  only(which: Which): ReadonlySet<string> {
    const theirs = new Set(this.#rows.map((row) => row[which === "first" ? "second" : "first"]));
    const own = this.rows(which).filter((row) => row.differs && !theirs.has(row[which]));
    return new Set(own.map((row) => row[which] ?? ""));
  }

  /** A sentence of one of the two with those values marked. */
  mark(which: Which, text: string): Part[] {
    return marking(text, [...this.only(which)]);
  }

  /** The clauses of a row; one that every row cites tells none of them apart. */
  clauses(row: Row, which: Which): string[] {
    if (which === "first") return row.first_clauses;
    const rows = this.rows("second");
    const common = rows.length > 1 ? rows.map((one) => new Set(one.second_clauses)) : [];
    return row.second_clauses.filter(
      (one) => common.length === 0 || !common.every((cited) => cited.has(one)),
    );
  }

  /** What is closest comes first: the clause whose own sentence has a value that differs. */
  nearest(): Schemas["Beside"]["beside"] {
    const every = this.#beside;
    const place = every.findIndex((one) =>
      this.mark("second", one.summary).some((part) => part.marked),
    );
    const found = every[place];
    return place > 0 && found ? [found, ...every.toSpliced(place, 1)] : every;
  }
}
