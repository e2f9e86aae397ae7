/** A table's name as people read it: `high-limit-12` is High Limit 12. */
export function tableName(name: string): string {
  return name
    .split("-")
    .filter((word) => word !== "")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");
}
