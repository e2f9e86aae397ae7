/** The sign: limits altered, a change announced. */
import type { Command } from "../../../api/types";
import { minuteZoned } from "../../../look/clock";
import { centsOf } from "../../../look/money";
import { reasonText, told } from "../../../words/told.svelte";
import { t } from "../../../words/words.svelte";
import type { Desk } from "../desk.svelte";
import { dollarsOf } from "../forms";
import {
  amountOf,
  type Blank,
  type Made,
  missing,
  rankAbove,
  sum,
  type Task,
  type Values,
} from "./task";
import { whenOf } from "./when";

const LATER = [10, 40];

/** The limits that a sign may say for the whole table; the first two it always has. */
const FIGURES = [
  "minimum_cents",
  "maximum_cents",
  "by_player_minimum_cents",
  "by_player_maximum_cents",
  "differential_cents",
] as const;
type Figure = (typeof FIGURES)[number];
const bare = (figure: Figure) => figure.slice(0, -"_cents".length);

/** What the sign says of a limit; nothing where it is silent. */
const onSign = (desk: Desk, figure: Figure): number | null =>
  desk.view?.display.sign[figure] || null;

const shownFigures = (desk: Desk): Figure[] =>
  FIGURES.filter((one, place) => place < 2 || onSign(desk, one) !== null);

const spanText = (least: number, most: number | null) =>
  most === null
    ? t("console.limits.from", { minimum: sum(least) })
    : t("console.limits.span", { minimum: sum(least), maximum: sum(most) });

/** The areas that have limits of their own, or may have. */
const areas = (desk: Desk) =>
  (desk.sheet?.areas ?? []).map((one) => ({ value: one.id, text: told(one.name) }));

const rows = (desk: Desk) => desk.sheet?.sign.rows ?? [];
const rowOf = (desk: Desk, area: string) => rows(desk).find((one) => one.areas.includes(area));

const least = (presets: readonly number[], above: number) =>
  presets.filter((cents) => cents > above).slice(0, 4);
const MINIMUMS = [1_000, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000];
const MAXIMUMS = [100_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000];

function limitBlanks(desk: Desk, area: string): Blank[] {
  const figures = area ? FIGURES.slice(0, 2) : shownFigures(desk);
  return figures.map((one) => ({
    kind: "dollars",
    name: bare(one),
    label: t(`task.limit.${bare(one)}` as "task.limit.minimum"),
    presets: one.includes("minimum") ? MINIMUMS.slice(1, 5) : MAXIMUMS.slice(1, 5),
    free: true,
  }));
}

/** The limits that were altered: of the table, or of one area. */
function changed(desk: Desk, filled: Values): Record<string, unknown> | Made {
  const area = filled["area"] ?? "";
  const found: Record<string, number> = {};
  const row = area ? rowOf(desk, area) : undefined;
  for (const figure of area ? FIGURES.slice(0, 2) : shownFigures(desk)) {
    const given = (filled[bare(figure)] ?? "").trim();
    if (given === "") continue;
    const cents = centsOf(given);
    if (cents === null) return missing(bare(figure), "console.field.unread.dollars");
    const before = area ? row?.[figure as "minimum_cents"] : onSign(desk, figure);
    if (cents !== (before ?? null)) found[figure] = cents;
  }
  if (Object.keys(found).length === 0) return missing("minimum", "task.limits.same");
  if (!area) return found;
  const span = {
    minimum_cents: found["minimum_cents"] ?? row?.minimum_cents ?? 0,
    maximum_cents: found["maximum_cents"] ?? row?.maximum_cents ?? null,
  };
  return { wagers: { [area]: span } };
}

const isMade = (one: object): one is Made => "ok" in one;

function present(desk: Desk): [string, string][] {
  const lines = rows(desk).map((one): [string, string] => [
    one.areas.map((id) => told(desk.area(id)?.short ?? id)).join(", "),
    spanText(one.minimum_cents, one.maximum_cents),
  ]);
  return lines;
}

/** What stands in the blanks of limits at first: what the sign says of the table. */
function firstLimits(desk: Desk): Record<string, string> {
  const found: Record<string, string> = { area: "" };
  for (const one of shownFigures(desk)) {
    const cents = onSign(desk, one);
    found[bare(one)] = cents === null ? "" : dollarsOf(cents);
  }
  return found;
}

const areaBlank = (desk: Desk): Blank => ({
  kind: "choice",
  name: "area",
  label: t("task.limits.of"),
  options: [{ value: "", text: t("task.limits.table") }, ...areas(desk)],
});

export const changeLimits: Task = {
  name: "change-limits",
  word: "change-limits",
  first: firstLimits,
  shown: (desk, filled) => ({
    says: t("task.change-limits.says"),
    present: present(desk),
    blanks: [areaBlank(desk), ...limitBlanks(desk, filled["area"] ?? "")],
    key: t("task.change-limits"),
    make: () => {
      const found = changed(desk, filled);
      if (isMade(found)) return found;
      return { ok: true, command: { do: "change-limits", ...found } as Command };
    },
  }),
};

interface NoticeRule {
  minutes: number;
  rank?: string | null;
}
/** The changes that this rulebook has announced beforehand, and how long a sign must stand. */
const noticesOf = (desk: Desk) =>
  (desk.book?.values?.["notice"] ?? {}) as Record<string, NoticeRule>;

const RAISE = "raise-minimum";
const LIMITS = "change-limits";
const GAME = "change-game";
const END_OLD = "end-old-minimum";
const KINDS: Record<string, "task.notice.kind.close-table"> = {
  [RAISE]: "task.notice.kind.raise-minimum" as "task.notice.kind.close-table",
  [LIMITS]: "task.notice.kind.change-limits" as "task.notice.kind.close-table",
  [GAME]: "task.notice.kind.change-game" as "task.notice.kind.close-table",
  [END_OLD]: "task.notice.kind.end-old-minimum" as "task.notice.kind.close-table",
  "close-table": "task.notice.kind.close-table",
};

export const postNotice: Task = {
  name: "post-notice",
  word: "post-notice",
  first: (desk) => {
    const [kind = ""] = Object.keys(noticesOf(desk));
    const minutes = noticesOf(desk)[kind]?.minutes ?? 0;
    const minimum = desk.view?.display.minimum_cents ?? 0;
    const [next = minimum] = least(MINIMUMS, minimum);
    return { ...firstLimits(desk), kind, when: `+${minutes}`, minimum: dollarsOf(next), game: "" };
  },
  shown: (desk, filled) => {
    const rules = noticesOf(desk);
    const kind = filled["kind"] ?? "";
    const minutes = rules[kind]?.minutes ?? 0;
    const zone = desk.zone ?? "";
    const blanks: Blank[] = [
      {
        kind: "choice",
        name: "kind",
        label: t("task.notice.what"),
        options: Object.keys(rules).map((one) => ({
          value: one,
          text: KINDS[one] ? t(KINDS[one]) : told(one.replaceAll("-", " ")),
        })),
      },
    ];
    if (kind === RAISE) {
      const above = desk.view?.display.minimum_cents ?? 0;
      blanks.push(areaBlank(desk), {
        kind: "dollars",
        name: "minimum",
        label: t("task.notice.minimum"),
        presets: least(MINIMUMS, above),
      });
    }
    if (kind === LIMITS) {
      blanks.push(areaBlank(desk), ...limitBlanks(desk, filled["area"] ?? ""));
    }
    if (kind === GAME) {
      const other = (desk.sheet?.games ?? []).filter((one) => one.id !== desk.sheet?.game?.id);
      const options = other.map((one) => ({ value: one.id, text: told(one.title) }));
      blanks.push({ kind: "choice", name: "game", label: t("console.field.game"), options });
    }
    blanks.push({
      kind: "when",
      name: "when",
      label: t("task.when"),
      presets: [minutes, ...LATER.map((more) => minutes + more)],
    });
    return {
      says: t("task.post-notice.says", { minutes }),
      present: [
        ...present(desk),
        ...(desk.sheet?.notices ?? []).map(
          (one) =>
            [
              reasonText(one.sentence, one.said),
              t("console.sign.since", { time: desk.time(one.shown) }),
            ] as const,
        ),
      ],
      blanks,
      key: t("task.post-notice"),
      held:
        Object.keys(rules).length === 0
          ? t("task.notice.none")
          : rankAbove(desk, rules[kind]?.rank),
      make: (now) => {
        const change = whenOf(filled["when"] ?? "", zone, now);
        if (change === null) return missing("when", "task.when.unread");
        const change_at = change.toISOString();
        if (kind === LIMITS) {
          const found = changed(desk, filled);
          if (isMade(found)) return found;
          return { ok: true, command: { do: "announce-limits", ...found, change_at } as Command };
        }
        if (kind === RAISE) {
          const amount = amountOf(filled, "minimum");
          if (typeof amount !== "number") return amount;
          return {
            ok: true,
            command: {
              do: "post-notice",
              kind,
              change_at,
              value: filled["area"] ?? "",
              minimum_cents: amount,
            },
          };
        }
        if (kind === GAME && !filled["game"]) return missing("game", "task.missing.game");
        const end = kind === END_OLD ? { minimum_cents: onSign(desk, "minimum_cents") } : {};
        const value = kind === GAME ? (filled["game"] ?? "") : "";
        return { ok: true, command: { do: "post-notice", kind, change_at, value, ...end } };
      },
    };
  },
};

/** How a moment that is chosen reads at the table: 22:55 AEDT. */
export function whenText(desk: Desk, given: string, now: number): string {
  const zone = desk.zone;
  const moment = zone === undefined ? null : whenOf(given, zone, now);
  return moment === null || zone === undefined ? "" : minuteZoned(moment, zone);
}
