import type { TFunction } from "i18next";
import { type Link, parseUrl } from "@satchel/contracts";
import type { View } from "./view.ts";

/** Number of colours that letter icons come in; `links.css` has as many. */
const HUES = 12;

/** The site of a link as people say it: the host without "www.". The whole text where it is no URL. */
export function siteOf(url: string): string {
  return parseUrl(url)?.hostname.replace(/^www\./, "") ?? url;
}

/** The letter that stands for a site without an icon. */
export const letterOf = (site: string): string => (/[\p{L}\p{N}]/u.exec(site)?.[0] ?? "?").toUpperCase();

/** One of twelve colours, always the same for a site. */
export function hueOf(site: string): number {
  let sum = 0;
  for (const character of site) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % HUES;
}

/** Codes of what can be the matter with a page (docs/api/links.md), by the text that says it: a key of `links.reasons`. */
const codes = {
  status: ["http-status", "malformed-response"],
  timeout: ["timeout"],
  connection: ["connect-failed", "connection-lost", "dns-temporary"],
  name: ["dns-failure"],
  tls: ["tls-failed"],
  large: ["too-large"],
  redirects: ["too-many-redirects", "bad-redirect"],
  kind: ["unsupported-content"],
  blocked: ["invalid-url", "blocked-address", "blocked-port", "blocked-scheme"],
  login: ["wall-login"],
  bots: ["wall-bot-check"],
  consent: ["wall-consent"],
  wallError: ["wall-error"],
  gaveUp: ["gave-up"],
} as const satisfies Record<string, readonly string[]>;

type ReasonKey = keyof typeof codes | "unknown";

const keys = new Map<string, ReasonKey>(
  Object.entries(codes).flatMap(([key, those]) => those.map((code) => [code, key as ReasonKey])),
);

/** What says why a page could not be read. A code that is not known, or none, says no more than that. */
export const reasonKey = (code: string | null | undefined): ReasonKey => keys.get(code ?? "") ?? "unknown";

/** Says the texts of the lists in the person's language. */
export type Say = TFunction<"links">;

/** The title, or what stands for one (specification, section 2). */
export const titleOfLink = (link: Link, t: Say): string => link.title ?? t("untitled");

/** Characters of a title within a sentence: as many as leave the sentence on one line of a phone. */
const TITLE_IN_SENTENCE = 36;

/** A title for use within a sentence: cut where it is long. */
export function shortened(title: string): string {
  const characters = Array.from(title);
  return characters.length <= TITLE_IN_SENTENCE
    ? title
    : `${characters
        .slice(0, TITLE_IN_SENTENCE - 1)
        .join("")
        .trimEnd()}…`;
}

/** "N visit(s)"; nothing for none. */
export const visitsText = (count: number, t: Say): string | undefined =>
  count === 0 ? undefined : t("visits", { count });

/** What stands under the title of the page. Undefined while the counts are on their way. */
export function summaryOf(
  kind: View["kind"],
  count: number | undefined,
  unvisited: number | undefined,
  t: Say,
): string | undefined {
  if (count === undefined) return undefined;
  if (count === 0) return t(`summary.none.${kind}`);
  if (kind !== "all") return t("count", { count });
  if (unvisited === undefined) return undefined;
  return unvisited === 0 ? t("summary.allVisited", { count }) : t("summary.unvisited", { count, unvisited });
}
