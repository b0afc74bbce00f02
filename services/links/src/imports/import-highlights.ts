import type { CommandClient } from "@satchel/chassis";
import {
  aggregateSubject,
  HIGHLIGHT_NOTE_CHARS,
  type HighlightColor,
  importTexts,
  isSatchelError,
  type LinkId,
  MakeHighlight,
  QUOTE_CHARS,
  titleKey,
  type UserId,
} from "@satchel/contracts";
import { sql } from "kysely";
import { v5 } from "uuid";
import type { LinkCommandsDeps } from "../commands/links.ts";
import { readWebAddress } from "../domain/canonical-url.ts";
import { SHOWN_TITLE } from "../projection/shown-title.ts";
import type { FaultEntry, HighlightsEntry, MarkedText } from "./formats/index.ts";
import { cut, isSane } from "./imported-link.ts";
import type { Ledger } from "./ledger.ts";
import { HIGHLIGHTS_OF_ENTRY, TITLES_COMPARED } from "./limits.ts";

export interface ImportHighlightsDeps extends Pick<LinkCommandsDeps, "journal" | "db" | "now" | "linkIds"> {
  /** Of the archive, which makes highlights. */
  readonly client: CommandClient;
}

/** The colours of other programs, by their names there; any other is the usual one. */
const COLORS: Readonly<Record<string, HighlightColor>> = {
  yellow: "yellow",
  orange: "yellow",
  green: "green",
  blue: "blue",
  red: "pink",
  pink: "pink",
  purple: "purple",
};

/**
 * Makes the highlights of an entry, by commands of the archive: their ids follow from link and words, so that a file that is
 * imported twice makes each once, and one that was deleted stays so. Each is counted, also one that was there.
 * @returns why not all of them were made
 */
export async function importHighlights(
  deps: ImportHighlightsDeps,
  userId: UserId,
  entry: HighlightsEntry,
  ledger: Ledger,
): Promise<FaultEntry | undefined> {
  const linkId = await linkOf(deps, userId, entry);
  if (linkId === undefined) {
    const text = entry.title || entry.url || "";
    return { kind: "fault", text, reason: entry.url === undefined ? importTexts.noSuchTitle : importTexts.notSaved };
  }
  for (const marked of entry.highlights.slice(0, HIGHLIGHTS_OF_ENTRY)) {
    const refusal = await make(deps, userId, linkId, marked);
    if (refusal !== undefined) return { kind: "fault", text: marked.exact, reason: refusal };
    ledger.count("highlights");
  }
  return undefined;
}

/** @returns why it was not made */
async function make(
  { client, now }: ImportHighlightsDeps,
  userId: UserId,
  linkId: LinkId,
  { exact, note, color = "", madeAt, more }: MarkedText,
): Promise<string | undefined> {
  const quote = cut(exact, QUOTE_CHARS);
  if (quote === "") return undefined;
  const { prefix = "", suffix = "", ...place } = more ?? {};
  const command = {
    userId,
    linkId,
    quote: { exact: quote.slice(0, QUOTE_CHARS).toWellFormed(), prefix, suffix },
    ...place,
    color: COLORS[color.toLowerCase()] ?? "yellow",
    note: cut(note, HIGHLIGHT_NOTE_CHARS).slice(0, HIGHLIGHT_NOTE_CHARS).toWellFormed(),
    ...(isSane(madeAt, now()) ? { past: madeAt.toISOString() } : {}),
  };
  try {
    await client.send(MakeHighlight, command, v5(more?.formerId ?? quote, linkId), true);
  } catch (error) {
    if (!isSatchelError(error) || !["invalid", "full"].includes(error.code)) throw error;
    return error.data.detail;
  }
  return undefined;
}

async function linkOf(
  deps: ImportHighlightsDeps,
  userId: UserId,
  { url, title = "" }: HighlightsEntry,
): Promise<LinkId | undefined> {
  // PostgreSQL takes no NUL, and no title has one.
  const named = title.replaceAll("\0", "").trim();
  if (url === undefined) return named === "" ? undefined : linkWithTitle(deps, userId, named);
  const address = readWebAddress(url);
  if (address === undefined) return undefined;
  const linkId = deps.linkIds(userId, address.canonicalUrl);
  const last = await deps.journal.last(aggregateSubject(userId, "links", linkId));
  return last === undefined || last.type === "LinkDeleted" || last.type === "LinkPurged" ? undefined : linkId;
}

/** The newest link with this title, in any case, among the {@link TITLES_COMPARED} newest links whose titles begin alike. */
async function linkWithTitle({ db }: ImportHighlightsDeps, userId: UserId, title: string): Promise<LinkId | undefined> {
  // Found by the index of title keys.
  const alike = db
    .selectFrom("links.links")
    .select(["id", "position", sql<string>`lower(${sql.raw(SHOWN_TITLE)})`.as("title")])
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .where("title_key", "=", titleKey(title, ""))
    .orderBy("position", "desc")
    .limit(TITLES_COMPARED);
  const row = await db
    .selectFrom(alike.as("alike"))
    .select("id")
    .where("title", "=", sql<string>`lower(${title})`)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
