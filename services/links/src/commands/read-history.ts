import {
  type CommandOutcome,
  type Journal,
  PlaceSequence,
  readCursor,
  type StoredEvent,
  writeCursor,
} from "@satchel/chassis";
import {
  aggregateSubject,
  ANSWER_BYTES,
  type AnyEvent,
  type EventOf,
  HISTORY_PAGE_SIZE,
  type LinkChanged,
  type LinkHistoryEntry,
  type LinkId,
  type LinkOrigin,
  type PastEffects,
  type PayloadOf,
  type ReadLinkHistory,
  type ResultOf,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import Type from "typebox";
import type { LinkCommandsDeps } from "./links.ts";

/** The aggregates of a link's history: its own, and that of its page. */
const CONTEXTS = ["links", "enrichment"] as const;

/** The sequence of the next event of each aggregate, 0 at its end. */
const Places = Type.Tuple([PlaceSequence, PlaceSequence]);

/** Events at which a history ends: older ones are of an earlier link of this id. */
const BOUNDS = new Set(["LinkSaved", "LinkPurged"]);

type Deps = Pick<LinkCommandsDeps, "journal" | "db">;

/**
 * Reads one page of a link's history from the journal: its own events and those of its web page, newest first, from the
 * newest or from the cursor. Only the events of that page are read, however long the history is (decision 1).
 * @throws {SatchelError} `not-found` when the user has no such link, or it was purged; `invalid` for an invalid cursor
 */
export const readLinkHistory =
  ({ journal, db }: Deps) =>
  async ({
    userId,
    linkId,
    cursor,
  }: PayloadOf<typeof ReadLinkHistory>): Promise<CommandOutcome<ResultOf<typeof ReadLinkHistory>>> => {
    const subjects = CONTEXTS.map((context) => aggregateSubject(userId, context, linkId));
    const [page, origin, ...counts] = await Promise.all([
      readPage(journal, subjects, cursor),
      originOf({ journal, db }, userId, linkId),
      ...subjects.map((subject) => journal.count(subject)),
    ]);
    if (page.history.length === 0) throw new SatchelError("not-found", texts.links.notFound);
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { result: { ...page, total, ...(origin === undefined ? {} : { origin }) } };
  };

/** Reads one aggregate backwards. */
interface AggregateReader {
  readonly events: AsyncIterator<StoredEvent>;
  /** The next event of the history; undefined at its end. */
  next: StoredEvent | undefined;
}

async function readPage(
  journal: Journal,
  subjects: readonly string[],
  cursor: string | undefined,
): Promise<{ readonly history: LinkHistoryEntry[]; readonly nextCursor?: string }> {
  // Reading checks that they belong to the link's aggregates.
  const places = cursor === undefined ? [] : readCursor(subjects, Places, cursor);
  const readers = await Promise.all(subjects.map((subject, n) => openReader(journal, subject, places[n])));
  const history: LinkHistoryEntry[] = [];
  for (let bytesLeft = ANSWER_BYTES; ; ) {
    const reader = readers.reduce((a, b) => ((b.next?.sequence ?? 0) > (a.next?.sequence ?? 0) ? b : a));
    const event = reader.next;
    if (event === undefined) break;
    const entry = entryOf(event);
    if (entry !== undefined) {
      bytesLeft -= Buffer.byteLength(JSON.stringify(entry));
      const isFull = history.length === HISTORY_PAGE_SIZE || (bytesLeft < 0 && history.length > 0);
      if (isFull) {
        const next = readers.map((one) => one.next?.sequence ?? 0);
        return { history: history.reverse(), nextCursor: writeCursor(subjects, next) };
      }
      history.push(entry);
    }
    if (BOUNDS.has(event.type)) break;
    reader.next = await nextOf(reader.events);
  }
  return { history: history.reverse() };
}

async function openReader(journal: Journal, subject: string, from: number | undefined): Promise<AggregateReader> {
  const events = journal.readBack(subject, from)[Symbol.asyncIterator]();
  return { events, next: await nextOf(events) };
}

const nextOf = async (events: AsyncIterator<StoredEvent>): Promise<StoredEvent | undefined> => {
  const { done, value } = await events.next();
  return done === true ? undefined : value;
};

/** The origin of the last save of a link, from the event that its row names. */
async function originOf({ journal, db }: Deps, userId: UserId, linkId: LinkId): Promise<LinkOrigin | undefined> {
  const row = await db
    .selectFrom("links.links")
    .select("position")
    .where("user_id", "=", userId)
    .where("id", "=", linkId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { next } = await openReader(journal, aggregateSubject(userId, "links", linkId), row.position);
  return (next?.data as { origin?: LinkOrigin } | undefined)?.origin;
}

function entryOf({ time, type, data }: StoredEvent): LinkHistoryEntry | undefined {
  const at = time.toISOString();
  const event = { type, data } as AnyEvent;
  switch (event.type) {
    case "LinkSaved":
    case "LinkSavedAgain": {
      const { origin, ...changes } = event.data;
      return { at, what: event.type === "LinkSaved" ? "saved" : "saved_again", origin, changes: shown(changes) };
    }
    case "LinkChanged":
      return changed(at, event.data);
    case "LinkVisited":
      return { at, what: "visited", changes: shown(event.data) };
    case "LinkReminderDue":
      return { at, what: "reminded" };
    case "LinkDeleted":
      return { at, what: "deleted" };
    case "LinkRestored":
      return { at, what: "restored" };
    case "LinkRefreshRequested":
      return { at, what: "refresh_requested" };
    case "PageFoundUnchanged":
      return { at, what: "unchanged" };
    case "PageFetchFailed":
      return { at, what: "try_failed", reason: event.data.reason };
    case "PageHealthChanged": {
      const { health, newUrl } = event.data;
      return { at, what: "health_changed", changes: shown({ health, newUrl }) };
    }
    case "PageDescribed": {
      const { title, description, tags } = event.data.page;
      return { at, what: "described", changes: shown({ title, description, tags }) };
    }
    case "PageUnreachable":
      return { at, what: "unreachable", reason: event.data.reason };
    default:
      return undefined;
  }
}

/** A change of the owner's or by rules, a merge, or its undo. Of the merged links only the number is told. */
function changed(
  at: string,
  { merged, past, visits, unmerged, byRules, undone, ...data }: EventOf<typeof LinkChanged>["data"],
): LinkHistoryEntry {
  if (byRules !== undefined) {
    const changes = shown({ ...data, ...byRules.effects });
    return { at, what: "changed", changes, rules: byRules.rules.map(({ name }) => name) };
  }
  if (undone !== undefined) return { at, what: "changed", changes: shown({ ...data, ...takenBack(undone) }) };
  const allVisits = past?.visits ?? visits;
  const counted = allVisits === undefined ? {} : { visitCount: allVisits.count };
  if (merged !== undefined) {
    return { at, what: "merged", changes: shown({ ...data, ...counted, mergedLinks: merged }) };
  }
  return { at, what: unmerged === undefined ? "changed" : "unmerged", changes: shown({ ...data, ...counted }) };
}

/** What an undo took back, in the words of the API: not done, and kept again as before, which only the archive knows. */
const takenBack = ({ done, keep }: PastEffects): Record<string, unknown> => ({
  ...(done === undefined ? {} : { done: false }),
  ...(keep === undefined ? {} : { keep: null }),
});

const names: Readonly<Record<string, string>> = {
  isFavorite: "is_favorite",
  folderId: "folder_id",
  remindAt: "remind_at",
  suggestedTitle: "suggested_title",
  createdAt: "created_at",
  savedAt: "saved_at",
  visitCount: "visit_count",
  movedFrom: "moved_from",
  mergedLinks: "merged_links",
  newUrl: "new_url",
  sendTo: "sent_to",
};

/** Fields that only the service needs: they undo a bulk call, or distinguish links and visits. */
const hidden = new Set(["bulk", "bulkId", "sessionMark", "endsReminder", "mergedRevisions"]);

/** The changed fields, with the names of the HTTP API. */
const shown = (data: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([name, value]) => value !== undefined && !hidden.has(name))
      .map(([name, value]) => [names[name] ?? name, value]),
  );
