import type { Change, Projection, StoredEvent } from "@satchel/chassis";
import { type AnyEvent, isMailed, type MailId, type UserId } from "@satchel/contracts";
import { tables } from "./tables.ts";

/** The mail of an event; undefined for other events. */
function mailOf({ at, type, data }: StoredEvent): { userId: UserId; id: MailId } | undefined {
  if (at.kind !== "aggregate") return undefined;
  const { userId, aggregateId } = at;
  const event = { type, data } as AnyEvent;
  switch (event.type) {
    case "MailAccepted":
    case "MailRefused":
      return aggregateId === undefined ? undefined : { userId, id: aggregateId as MailId };
    case "MailWorkedThrough":
      return { userId, id: event.data.mailId };
    default:
      return undefined;
  }
}

function project(stored: StoredEvent): Change[] {
  const { at, sequence } = stored;
  if (at.kind !== "aggregate") return [];
  const event = { type: stored.type, data: stored.data } as AnyEvent;
  const key = { user_id: at.userId, id: mailOf(stored)?.id };
  const received = {
    ...key,
    received_at: stored.time.toISOString(),
    position: sequence,
    refused: null,
    urls: [],
    folder_name: null,
    tags: [],
    saved: [],
    known: [],
    unusable: [],
    without_room: [],
    folder_id: null,
    worked: null,
  };

  switch (event.type) {
    case "MailAccepted": {
      const { sender, subject, verdict, urls, folderName, tags } = event.data;
      const request = { urls, folder_name: folderName ?? null, tags: tags ?? [] };
      return [{ op: "put", table: "mails", row: { ...received, sender, subject, verdict, ...request } }];
    }
    case "MailRefused": {
      const { sender, subject, verdict, reason } = event.data;
      return [{ op: "put", table: "mails", row: { ...received, sender, subject, verdict, refused: reason } }];
    }
    case "MailWorkedThrough": {
      const { saved, known, unusable, withoutRoom, folderId } = event.data;
      const places = { saved, known, unusable, without_room: withoutRoom ?? [] };
      const set = { ...places, folder_id: folderId ?? null, worked: sequence };
      return [{ op: "patch", table: "mails", key, set }];
    }
    case "UserErased":
      return [{ op: "removeWhere", table: "mails", where: { user_id: at.userId } }];
    default:
      return [];
  }
}

/** The mails of users, with their outcomes. */
export const capturesProjection: Projection = {
  name: "captures",
  version: 2,
  tables,
  concerns: ({ context, aggregateId = "" }) =>
    context === "mail" || context === "identity" || (context === "links" && isMailed(aggregateId)),
  project,
  announce: mailOf,
};
