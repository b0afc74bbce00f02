import type { Journal, StoredEvent } from "@satchel/chassis";
import { linkOfArchive, type UserId } from "@satchel/contracts";
import { LIVE_REPLAY_EVENTS } from "../limits.ts";
import { type PendingChanges, gather } from "./gather.ts";
import { type Positions, projections, type ShownProjection } from "./positions.ts";

/** What an event changes for a page: the kind of thing, its id, and the projection whose tables show it. */
interface Change {
  readonly kind: string;
  readonly projection: ShownProjection;
  readonly id: string | number;
}

const IMPORT = "import-";
const MAIL = "mail-";

function changeOf({ at, data }: StoredEvent): Change | undefined {
  if (at.kind !== "aggregate") return undefined;
  const { context, aggregateId = "" } = at;
  switch (context) {
    case "links":
    case "enrichment":
      if (aggregateId.startsWith(MAIL)) return captured(aggregateId.slice(MAIL.length));
      return aggregateId.startsWith(IMPORT)
        ? { kind: "imports", projection: "links", id: aggregateId.slice(IMPORT.length) }
        : { kind: "links", projection: "links", id: aggregateId };
    case "folders": {
      const { folderId } = data as { folderId?: number };
      return folderId === undefined ? undefined : { kind: "folders", projection: "folders", id: folderId };
    }
    case "identity":
      return { kind: "identity", projection: "identity", id: "account" };
    case "mail":
    case "post":
      return captured(aggregateId);
    case "archive":
      return aggregateId === ""
        ? undefined
        : { kind: "archive", projection: "archive", id: linkOfArchive(aggregateId) };
  }
}

const captured = (mailId: string): Change => ({ kind: "captures", projection: "captures", id: mailId });

/**
 * The changes of a user after a reader's positions that the tables show already; each projection has its own position.
 * Later changes will be announced.
 * @returns undefined when it is more than {@link LIVE_REPLAY_EVENTS} events
 */
export async function missedChanges(
  readUser: Journal["readUser"],
  userId: UserId,
  after: Positions,
  reached: Positions,
): Promise<PendingChanges | undefined> {
  const gathered: PendingChanges = new Map();
  const behind = projections.filter((name) => after[name] < reached[name]);
  if (behind.length === 0) return gathered;
  const from = Math.min(...behind.map((name) => after[name]));
  const to = Math.max(...behind.map((name) => reached[name]));
  let read = 0;
  for await (const event of readUser(userId, from)) {
    const { sequence } = event;
    if (sequence > to) break;
    if (++read > LIVE_REPLAY_EVENTS) return undefined;
    const change = changeOf(event);
    if (change === undefined) continue;
    const { kind, projection, id } = change;
    if (sequence > after[projection] && sequence <= reached[projection]) gather(gathered, kind, [id], sequence);
  }
  return gathered;
}
