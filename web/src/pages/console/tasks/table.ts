/** The table itself: closed, dealt otherwise, handed over, dealt without wagers. */
import { centsOf } from "../../../look/money";
import { session } from "../../../session.svelte";
import { reasonText, told } from "../../../words/told.svelte";
import { t } from "../../../words/words.svelte";
import { dollarsOf } from "../forms";
import { missing, sum, type Task } from "./task";

export const closeTable: Task = {
  name: "close-table",
  word: "close-table",
  first: (desk) => ({ float: dollarsOf(desk.view?.balances_cents["float"] ?? 0) }),
  shown: (desk, filled) => {
    const held = desk.view?.balances_cents["float"] ?? 0;
    const people = Object.values(desk.view?.people ?? {});
    const count = people.filter((one) => one.role === "player").length;
    const given = (filled["float"] ?? "").trim();
    const counted = centsOf(given);
    const apart = counted === null ? 0 : counted - held;
    const notice = (desk.sheet?.notices ?? []).find((one) => one.kind === "close-table");
    return {
      says: t("task.close-table.says"),
      present: [
        [t("task.players"), String(count)],
        [t("task.float.books"), sum(held)],
        ...(apart === 0
          ? []
          : ([[t(apart > 0 ? "task.float.over" : "task.float.short"), sum(Math.abs(apart))]] as [
              string,
              string,
            ][])),
        ...(notice
          ? [[reasonText(notice.sentence, notice.said), desk.time(notice.change)] as const]
          : []),
      ],
      blanks: [
        { kind: "dollars", name: "float", label: t("task.float.counted"), presets: [], free: true },
      ],
      key: t("task.close-table"),
      make: () => {
        if (given === "") return { ok: true, command: { do: "close-table" } };
        if (counted === null) return missing("float", "console.field.unread.dollars");
        return { ok: true, command: { do: "close-table", float_cents: counted } };
      },
    };
  },
};

export const changeMethod: Task = {
  name: "change-method",
  word: "change-method",
  first: (desk) => {
    const others = (desk.sheet?.methods ?? []).filter((one) => one.id !== desk.sheet?.method?.id);
    return { method: others.length === 1 ? (others[0]?.id ?? "") : "" };
  },
  shown: (desk, filled) => {
    const now = desk.sheet?.method;
    const others = (desk.sheet?.methods ?? []).filter((one) => one.id !== now?.id);
    const chosen = others.find((one) => one.id === filled["method"]);
    return {
      says: t("task.change-method.says"),
      present: now ? [[t("task.change-method.now"), told(now.title)]] : [],
      blanks: [
        {
          kind: "choice",
          name: "method",
          label: t("console.field.method"),
          options: others.map((one) => ({ value: one.id, text: told(one.title) })),
        },
      ],
      key: chosen
        ? t("task.change-method.key", { method: told(chosen.title) })
        : t("task.change-method"),
      clauses: chosen?.clauses ?? [],
      held: others.length === 0 ? t("task.change-method.one") : undefined,
      make: () =>
        chosen
          ? { ok: true, command: { do: "change-method", method: chosen.id } }
          : missing("method", "task.missing.method"),
    };
  },
};

export const relieve: Task = {
  name: "relieve",
  word: "relieve",
  first: () => ({ person: "" }),
  shown: (desk, filled) => {
    const me = session.signed?.person;
    const staff = Object.entries(desk.view?.people ?? {}).filter(
      ([id, one]) => one.role === "staff" && id !== me,
    );
    const named = ([id, one]: (typeof staff)[number]) => ({
      value: id,
      text: t("task.relieve.who", {
        name: desk.console?.people[id] ?? t("task.relieve.automatic"),
        rank: told(one.rank ?? ""),
      }),
    });
    const present = staff.map(named).map((one) => [one.text, ""] as const);
    if (desk.console?.on_duty) {
      return {
        says: t("task.relieve.off"),
        present: [[t("task.relieve.also"), staff.map((one) => named(one).text).join("; ")]],
        blanks: [],
        key: t("task.relieve.sign-off"),
        make: () => ({ ok: true, command: { do: "sign-off" } }),
      };
    }
    const chosen = filled["person"] || (staff.length === 1 ? staff[0]?.[0] : "") || "";
    return {
      says: t("task.relieve.says"),
      present,
      blanks: [
        {
          kind: "choice",
          name: "person",
          label: t("task.relieve.whom"),
          options: staff.map(named),
        },
      ],
      key: t("task.relieve"),
      held: staff.length === 0 ? t("task.relieve.nobody") : undefined,
      make: () =>
        chosen
          ? { ok: true, command: { do: "relieve", person: chosen } }
          : missing("person", "task.missing.person"),
    };
  },
};

/** The grounds on which coups without wagers are ordered, by the approvals that they take. */
const BY_APPROVAL: Record<string, string> = {
  "no-bet-coups-without-patrons": "no-patrons",
  "no-bet-coups-without-wagers": "no-wagers",
  "no-bet-coups-by-consent": "all-agree",
  "dummy-sequence": "sequence",
  "dummy-new-shoe": "new-shoe",
  "dummy-any-time": "any-time",
  "dummy-until-wager": "until-wager",
  "dummy-warranted": "warranted",
};
const REASONED = "warranted";
const UNTIL_WAGER = "until-wager";
type Ground = "no-patrons";

export const noBet: Task = {
  name: "no-bet",
  word: "authorise-no-bet-coups",
  first: (desk) => {
    const [ground = ""] = Object.keys(approvals(desk.book?.values)).flatMap(
      (one) => BY_APPROVAL[one] ?? [],
    );
    return { ground, coups: "1", marker: "no", reason: "" };
  },
  shown: (desk, filled) => {
    const rules = approvals(desk.book?.values);
    const keys = Object.keys(rules).filter((one) => one in BY_APPROVAL);
    const ground = filled["ground"] ?? "";
    const rule = rules[keys.find((one) => BY_APPROVAL[one] === ground) ?? ""];
    const lying = desk.view?.table.wagers.length ?? 0;
    if (desk.view?.table.next_no_bet) {
      return {
        says: t("task.no-bet.ordered"),
        present: [],
        blanks: [],
        key: t("task.no-bet.end"),
        make: () => ({ ok: true, command: { do: "end-no-bet-coups" } }),
      };
    }
    const coups = Number(filled["coups"] ?? "");
    return {
      says: t("task.no-bet.says"),
      present: [[t("task.wagers"), String(lying)]],
      blanks: [
        {
          kind: "choice",
          name: "ground",
          label: t("task.no-bet.why"),
          options: keys.map((one) => ({
            value: BY_APPROVAL[one] ?? "",
            text: t(`task.no-bet.ground.${BY_APPROVAL[one] as Ground}`),
          })),
        },
        ...(ground === UNTIL_WAGER
          ? []
          : [
              {
                kind: "count",
                name: "coups",
                label: t("task.no-bet.coups"),
                presets: [1, 3, 5],
              } as const,
            ]),
        ...(ground === "no-patrons"
          ? [
              {
                kind: "choice",
                name: "marker",
                label: t("task.no-bet.marker"),
                options: [
                  { value: "no", text: t("console.no") },
                  { value: "yes", text: t("console.yes") },
                ],
              } as const,
            ]
          : []),
        ...(ground === REASONED
          ? [{ kind: "text", name: "reason", label: t("console.field.reason") } as const]
          : []),
      ],
      key: t("task.no-bet"),
      clauses: rule?.clauses ?? [],
      held: keys.length === 0 ? t("task.no-bet.none") : undefined,
      make: () => {
        if (ground !== UNTIL_WAGER && !(Number.isInteger(coups) && coups > 0))
          return missing("coups", "console.field.unread.number");
        const reason = (filled["reason"] ?? "").trim();
        if (ground === REASONED && reason === "") return missing("reason", "task.missing.reason");
        return {
          ok: true,
          command: {
            do: "authorise-no-bet-coups",
            ground: ground as Ground,
            ...(ground === UNTIL_WAGER ? {} : { coups }),
            ...(ground === "no-patrons" ? { marker: filled["marker"] === "yes" } : {}),
            ...(reason === "" ? {} : { reason }),
          },
        };
      },
    };
  },
};

type Rules = Record<string, { clauses?: string[] }>;
function approvals(values: Record<string, unknown> | undefined): Rules {
  return (values?.["approval"] ?? {}) as Rules;
}
