/** Columns and rows of a DataTable. */
export interface Column {
  key: string;
  text: string;
  align?: "right";
  sort?: boolean;
}

export type Row = Record<string, string | number | null | undefined>;

const order = new Intl.Collator("en", { numeric: true });

/** Rows in the order of one column: numbers by size, all else as text. */
export function sorted(rows: readonly Row[], key: string, down: boolean): Row[] {
  const turn = down ? -1 : 1;
  return [...rows].sort((one, other) => {
    const a = one[key];
    const b = other[key];
    if (typeof a === "number" && typeof b === "number") return (a - b) * turn;
    return order.compare(String(a ?? ""), String(b ?? "")) * turn;
  });
}
