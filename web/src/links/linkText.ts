import type { TFunction } from "i18next";
import { isItem, type Link, parseUrl, siteHost } from "@satchel/contracts";

/** The site of a link: the host without "www.", or the whole text if it is no URL. */
export function siteOf(url: string): string {
  return parseUrl(url) === undefined ? url : siteHost(url).replace(/^www\./, "");
}

/** What a link's site is called: of a mail its sender, who stands for a site. */
export const siteNameOf = ({
  url,
  site_name,
  unicode_host,
}: Pick<Link, "url" | "site_name" | "unicode_host">): string => (isItem(url) ? site_name : unicode_host) ?? siteOf(url);

/** Codes of failures (docs/api/links.md), by the key of their text in `links.reasons`. */
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

/** The key of the text for a failure, with a general one for unknown codes. */
export const reasonKey = (code: string | null | undefined): ReasonKey => keys.get(code ?? "") ?? "unknown";

/** Translates the texts of the namespace "links". */
export type LinkTexts = TFunction<"links">;

/** The title, or the fallback (specification, section 2). */
export const titleOfLink = (link: Link, t: LinkTexts): string => link.title ?? t("untitled");

/** Characters of a title within a sentence that fits on one line of a phone. */
const TITLE_IN_SENTENCE = 36;

/** A title for use within a sentence, shortened if necessary. */
export function shortened(title: string): string {
  const characters = Array.from(title);
  return characters.length <= TITLE_IN_SENTENCE
    ? title
    : `${characters
        .slice(0, TITLE_IN_SENTENCE - 1)
        .join("")
        .trimEnd()}…`;
}

/** "N visit(s)"; undefined for none. */
export const visitsText = (count: number, t: LinkTexts): string | undefined =>
  count === 0 ? undefined : t("visits", { count });

/** Whether a copy of that kind is read in the reading view by default; others are shown as they are. */
export const isReadable = (kind: string | null | undefined): boolean => kind === "article" || kind === "document";
