import type { CommandContext, Handled, Journal, StoredEvent } from "@satchel/chassis";
import {
  aggregateSubject,
  ANSWER_BYTES,
  type AnyEvent,
  type LinkHistoryEntry,
  type PayloadOf,
  type ReadLinkHistory,
  type ResultOf,
  SatchelError,
  texts,
} from "@satchel/contracts";

/**
 * Tells how a link came here and what became of it, from the journal: its own events and what was found out about its
 * page, by the order in which they were stored; of very many the newest.
 * @throws {SatchelError} `not-found` where there was no such link of this user, or it was given up
 */
export const readLinkHistory =
  (journal: Journal) =>
  async (
    { userId, linkId }: PayloadOf<typeof ReadLinkHistory>,
    _context: CommandContext,
  ): Promise<Handled<ResultOf<typeof ReadLinkHistory>>> => {
    const [own, page] = await Promise.all(
      (["links", "enrichment"] as const).map((context) =>
        journal.readAggregate(aggregateSubject(userId, context, linkId)),
      ),
    );
    const events = [...(own ?? []), ...(page ?? [])].sort((a, b) => a.sequence - b.sequence);
    const begin = events.findLastIndex(({ type }) => type === "LinkSaved" || type === "LinkPurged");
    const history = events.slice(Math.max(begin, 0)).flatMap((event) => entryOf(event) ?? []);
    if (history.length === 0) throw new SatchelError("not-found", texts.links.notFound);
    return { result: { history: withinAnswer(history) } };
  };

/** How it came here, and of what follows the newest that one answer has room for: anybody can visit and change for ever. */
function withinAnswer([first, ...others]: readonly LinkHistoryEntry[]): LinkHistoryEntry[] {
  let room = ANSWER_BYTES;
  let begin = others.length;
  while (begin > 0) {
    room -= Buffer.byteLength(JSON.stringify(others[begin - 1]));
    if (room < 0) break;
    begin--;
  }
  return [...(first === undefined ? [] : [first]), ...others.slice(begin)];
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
      return { at, what: "changed", changes: shown(event.data) };
    case "LinkVisited":
      return { at, what: "visited", changes: shown(event.data) };
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

const names: Readonly<Record<string, string>> = {
  isFavorite: "is_favorite",
  folderId: "folder_id",
  suggestedTitle: "suggested_title",
  createdAt: "created_at",
  savedAt: "saved_at",
  visitCount: "visit_count",
  movedFrom: "moved_from",
  newUrl: "new_url",
};

/** What only the service itself needs: for undoing a bulk call, and to tell links apart. */
const hidden = new Set(["bulk", "bulkId", "canonicalUrl"]);

/** What was changed, named as in the HTTP API. */
const shown = (data: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([name, value]) => value !== undefined && !hidden.has(name))
      .map(([name, value]) => [names[name] ?? name, value]),
  );
