/** What a wager pays, in the language chosen: `11 to 1` is 1 赔 11. */
import { told } from "./told.svelte";
import { type Language, words } from "./words.svelte";

const RATIO = /^(\d+) to (\d+)(?: less ([\d.]+)%)?$/;
const SHARE = /^([\d.]+)% of (stake|jackpot)$/;
const LABELLED = /^(.+?):? (\d+ to \d+(?: less [\d.]+%)?)$/;
const FOR_STAKE = /^(.+) for (\$[\d.]+)$/;
const CHOICES: Readonly<Record<string, string>> = { yes: "是", no: "否" };

function one(text: string): string {
  const ratio = RATIO.exec(text);
  if (ratio) return `${ratio[2]} 赔 ${ratio[1]}` + (ratio[3] ? `，扣 ${ratio[3]}% 佣金` : "");
  const share = SHARE.exec(text);
  if (share) return `${share[2] === "stake" ? "注码" : "累积奖金"}的 ${share[1]}%`;
  if (text.startsWith("up to ")) return `最高 ${one(text.slice("up to ".length))}`;
  const staked = FOR_STAKE.exec(text);
  if (staked) return `${staked[2]}：${one(staked[1] ?? "")}`;
  const labelled = LABELLED.exec(text);
  if (!labelled) return told(text);
  const [, label = "", odds = ""] = labelled;
  return `${CHOICES[label] ?? told(label)}：${one(odds)}`;
}

/** Odds as the server writes them; several are joined as the language does. */
export function payText(text: string, language: Language = words.language): string {
  if (language === "en" || text === "") return text;
  return text
    .split("; ")
    .map((part) => part.split(", ").map(one).join("，"))
    .join("；");
}
