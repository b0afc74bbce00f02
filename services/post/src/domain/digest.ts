import {
  DIGEST_COUNTED,
  DIGEST_LINKS,
  type DigestLinks,
  type DigestTimes,
  type Link,
  type LinkId,
  parseUrl,
  type SentContent,
} from "@satchel/contracts";
import type { Block, ListedLink } from "./blocks.ts";
import { listed, written } from "./compose.ts";
import { digestWordingIn, type DigestWording } from "./digest-wording.ts";

/** A digest, and for whom. */
interface Digest {
  readonly times: DigestTimes;
  readonly links: DigestLinks;
  /** Those of its links that have a copy. */
  readonly kept: ReadonlySet<LinkId>;
  /** When it is written. */
  readonly now: Date;
  /** Satchel's address in the browser, without a slash at its end. */
  readonly origin: string;
  /** The token that stops it. */
  readonly token: string;
}

const YEAR_MS = 365.2425 * 86_400_000;

/** Writes a digest; undefined where there is nothing to say. */
export function composeDigest({ times, links, kept, now, origin, token }: Digest): SentContent | undefined {
  const { due, unread, unreadCount, old, gone, letters } = links;
  if ([due, unread, gone, letters].every(({ length }) => length === 0) && old === undefined) return undefined;
  const wording = digestWordingIn(times.language);
  const every = times.every === "week" ? "week" : "day";
  const show = (link: Link): ListedLink => listed({ origin }, link, minutesOf(link, wording));
  const list = (heading: string, shown: readonly ListedLink[]): Block[] =>
    shown.length === 0 ? [] : [{ kind: "links", heading, links: shown }];
  const rest = Math.min(unreadCount, DIGEST_COUNTED) - unread.length;
  const years = old === undefined ? 0 : Math.round((now.getTime() - new Date(old.saved_at).getTime()) / YEAR_MS);
  const blocks: Block[] = [
    ...list(wording.due, due.map(show)),
    ...list(wording.unread, unread.map(show)),
    ...(rest > 0
      ? [{ kind: "text" as const, text: wording.more(rest, unreadCount > DIGEST_COUNTED), isSmall: true }]
      : []),
    ...list(wording.letters, letters.map(show)),
    ...(old === undefined ? [] : list(wording.old(old.visit_count === 0 && years < 1 ? 0 : years), [show(old)])),
    ...list(
      wording.gone,
      gone.map((link) => {
        const hasCopy = kept.has(link.id);
        const shown = listed({ origin }, link, [hasCopy ? wording.yourCopy : wording.noCopy]);
        return hasCopy ? { ...shown, url: `${origin}/read/${link.id}` } : shown;
      }),
    ),
    { kind: "button", label: wording.open, url: `${origin}/links` },
    { kind: "aside", label: wording.stop, url: `${origin}/stop-digest#token=${token}` },
  ];
  return written({
    language: times.language,
    subject: wording.subject(every, unreadCount > DIGEST_COUNTED ? 0 : unreadCount),
    heading: wording.heading(every),
    preview: [...due, ...unread, ...letters]
      .slice(0, DIGEST_LINKS)
      .map((link) => show(link).title)
      .join(", "),
    blocks,
    footnote: wording.footnote(parseUrl(origin)?.host ?? origin),
  });
}

const minutesOf = ({ reading_minutes: minutes }: Link, wording: DigestWording): string[] =>
  minutes === null || minutes === 0 ? [] : [wording.minutes(minutes)];
