import type { MessageKey } from "../texts/en.ts";
import type { Outcome } from "./outcome.ts";

/** The badge and title of the action's button. White on each color has a contrast of at least 4.5:1. */
export interface Badge {
  /** Browsers show four characters. */
  readonly text: string;
  readonly color: string;
  /** The button's title, which is what screen readers read. */
  readonly title: { readonly key: MessageKey; readonly words: readonly string[] };
}

const GREEN = "#2f6b3a";
const BROWN = "#8a4f1f";
const AMBER = "#8a5a00";
const RED = "#b3261e";

const badge = (text: string, color: string, key: MessageKey, ...words: string[]): Badge => ({
  text,
  color,
  title: { key, words },
});

/** While the outcome is unknown. */
export const SAVING: Badge = badge("…", BROWN, "badgeSaving");

/** The badge for the outcome of one page. */
export function badgeOf(outcome: Outcome): Badge {
  switch (outcome.kind) {
    case "saved":
      return badge("✓", GREEN, "badgeSaved");
    case "known":
      return badge("✓", BROWN, "badgeKnown");
    case "waiting":
      return badge("…", AMBER, outcome.for === "server" ? "badgeAway" : "badgeSignedOut");
    case "refused":
      return badge("!", RED, "badgeRefused", outcome.reason);
    case "unsaveable":
      return badge("!", RED, outcome.fault);
    case "full":
      return badge("!", RED, "badgeFull");
  }
}

/** The badge for the outcomes of many pages: how many were saved, and how many not yet. */
export function badgeOfMany(outcomes: readonly Outcome[]): Badge {
  const kept = outcomes.filter(({ kind }) => kind === "saved" || kind === "known").length;
  const missing = outcomes.length - kept;
  return missing === 0
    ? badge(String(kept), GREEN, "badgeManySaved", String(kept))
    : badge("!", AMBER, "badgeManyMissing", String(kept), String(missing));
}

/** The badge of all other tabs: the number of waiting pages. */
export const waitingBadge = (count: number): Badge =>
  badge(count === 0 ? "" : String(count), AMBER, count === 0 ? "actionTitle" : "badgeWaiting", String(count));
