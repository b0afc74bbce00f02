import { PlaceSequence, readCursor, writeCursor } from "@satchel/chassis";
import {
  type Capture,
  CAPTURE_PAGE_SIZE,
  CAPTURE_SECONDS,
  type CapturedAttachment,
  type CapturedLink,
  type CaptureListQuery,
  type CaptureOutcome,
  leftOutTexts,
  type MailedLink,
  refusalTexts,
  type UserId,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { CapturesTables, MailRow } from "../projection/tables.ts";

/** One page of captures, and the cursor of the next one, if there is one. */
export interface CapturePage {
  readonly captures: Capture[];
  readonly nextCursor: string | undefined;
}

/**
 * The captures of a user, the newest first; none that is older than {@link CAPTURE_SECONDS}, also when it is not purged yet.
 * @param now milliseconds since 1970
 * @throws {SatchelError} `invalid` for a cursor that is malformed, or another user's
 */
export async function listCaptures(
  db: Kysely<CapturesTables>,
  userId: UserId,
  { size = CAPTURE_PAGE_SIZE, cursor }: CaptureListQuery,
  now: number = Date.now(),
): Promise<CapturePage> {
  const list = ["captures", userId];
  let query = db
    .selectFrom("captures.mails")
    .selectAll()
    .where("user_id", "=", userId)
    .where("received_at", ">", new Date(now - CAPTURE_SECONDS * 1000));
  if (cursor !== undefined) query = query.where("position", "<", readCursor(list, PlaceSequence, cursor));
  const rows = await query
    .orderBy("position", "desc")
    .limit(size + 1)
    .execute();
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    captures: rows.slice(0, size).map(toCapture),
    nextCursor: last && writeCursor(list, last.position),
  };
}

/** A row in the form of the HTTP contract. */
function toCapture(row: MailRow): Capture {
  const link = ({ linkId, url }: MailedLink): CapturedLink => ({ id: linkId, url: row.urls[url] ?? "" });
  const address = (place: number): readonly string[] => row.urls.slice(place, place + 1);
  return {
    id: row.id,
    received_at: row.received_at.toISOString(),
    sender: row.sender,
    subject: row.subject,
    verdict: row.verdict,
    outcome: outcomeOf(row),
    saved: row.saved.map(link),
    duplicates: row.known.map(link),
    unusable: row.unusable.flatMap(address),
    without_room: row.without_room.flatMap(address),
    attachments: attachmentsOf(row),
    refusal: row.refused === null ? null : { reason: row.refused, message: refusalTexts[row.refused] },
    folder_name: row.folder_name,
    folder_id: row.folder_id,
    tags: row.tags,
    command:
      row.commands === null
        ? null
        : { kinds: [...new Set(row.commands.map(({ kind }) => kind))], outcome: row.outcome },
  };
}

function attachmentsOf({ item_names, items, left_out, worked }: MailRow): CapturedAttachment[] {
  const kept = item_names.map((name, place): CapturedAttachment => {
    const found = items.find(({ item }) => item === place);
    if (found !== undefined)
      return { name, outcome: found.isNew ? "saved" : "duplicate", id: found.linkId, left_out: null };
    return { name, outcome: worked === null ? "pending" : "without-room", id: null, left_out: null };
  });
  const leftOut = left_out.map(
    ({ name, reason }): CapturedAttachment => ({
      name,
      outcome: "left-out",
      id: null,
      left_out: { reason, message: leftOutTexts[reason] },
    }),
  );
  return [...kept, ...leftOut];
}

/** An attachment that the account does not want to keep is no fault of the mail. */
function outcomeOf(row: MailRow): CaptureOutcome {
  const { refused, commands, done, worked, saved, known, unusable, without_room, item_names, items, left_out } = row;
  if (refused !== null) return "refused";
  if (commands !== null) return done === null ? "pending" : "done";
  if (worked === null) return "pending";
  const isLacking = items.length < item_names.length || left_out.some(({ reason }) => reason !== "off");
  if (unusable.length > 0 || without_room.length > 0 || isLacking) return "partly";
  const knownCount = known.length + items.filter(({ isNew }) => !isNew).length;
  if (knownCount === 0) return "saved";
  return knownCount === known.length + items.length && saved.length === 0 ? "duplicate" : "partly";
}
