/** An approval that was asked for at the terminal, and the wager that waited for it. */
import { say } from "../../look/announce.svelte";
import type { Schemas } from "../../api/types";
import { numberIn } from "../../table/view";
import { t } from "../../words/words.svelte";
import type { Play } from "./play.svelte";

type State = Schemas["OwnApproval"]["state"];

export class Approval {
  /** An approval that was asked for here; what became of it is among one's own things. */
  #request: { key: string; number: number } | null = $state.raw(null);
  readonly #play: Play;

  constructor(play: Play) {
    this.#play = play;
    if (!play.player) return;
    let before: State | undefined;
    $effect(() => {
      const now = this.asked?.state;
      if (now !== before && (now === "granted" || now === "refused" || now === "withdrawn"))
        say(t(`terminal.approval.${now}`));
      before = now;
    });
  }

  /** Ask for the approval without which a wager was refused; staff decide. */
  async ask(key: string): Promise<void> {
    const result = await this.#play.feed.send({ do: "request-approval", key });
    if (!result.ok) {
      this.#play.bets.refused = null;
      this.#play.other = result.problem;
      return;
    }
    const number = numberIn(
      result.value.events.find((one) => one.event === "approval-requested"),
      "approval",
    );
    if (number === null) return;
    this.#request = { key, number };
    say(t("terminal.approval.waits"));
  }
  /** What was asked for here and is not used up, and what staff decided on it. */
  readonly asked = $derived.by(() => {
    const request = this.#request;
    if (request === null) return null;
    const found = this.#play.own.now?.approvals.find((one) => one.number === request.number);
    const state = found?.state ?? "waits";
    return state === "used" ? null : { ...request, state };
  });

  /** The number of one that was granted and is not used. */
  get number(): number | null {
    return this.asked?.state === "granted" ? this.asked.number : null;
  }

  /** A wager that waited for an approval can be placed now. */
  readonly granted = $derived.by(() => {
    const { refused } = this.#play.bets;
    return (
      refused?.what === "place" &&
      refused.wager !== null &&
      this.asked?.state === "granted" &&
      this.asked.key === refused.problem.approval
    );
  });
  /** Place it, with the approval. */
  place(): void {
    const { refused } = this.#play.bets;
    if (refused === null || refused.wager === null) return;
    void this.#play.bets.place(refused.wager, refused.cents, this.#play.box, refused.nominated);
  }
}
