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
    case "MailCommanded":
    case "MailCommandsDone":
    case "LetterReceived":
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
    commands: null,
    outcome: null,
    item_names: [],
    items: [],
    left_out: [],
    worked: null,
    done: null,
  };

  switch (event.type) {
    case "MailAccepted": {
      const { sender, subject, verdict, urls, items, leftOut, folderName, tags } = event.data;
      const request = {
        urls,
        item_names: (items ?? []).map(({ name, title }) => (name === "" ? (title ?? "") : name)),
        left_out: leftOut ?? [],
        folder_name: folderName ?? null,
        tags: tags ?? [],
      };
      return [{ op: "put", table: "mails", row: { ...received, sender, subject, verdict, ...request } }];
    }
    case "MailRefused": {
      const { sender, subject, verdict, reason, leftOut } = event.data;
      const row = { ...received, sender, subject, verdict, refused: reason, left_out: leftOut ?? [] };
      return [{ op: "put", table: "mails", row }];
    }
    case "MailCommanded": {
      const { sender, subject, verdict, commands } = event.data;
      return [{ op: "put", table: "mails", row: { ...received, sender, subject, verdict, commands } }];
    }
    case "MailCommandsDone":
      return [{ op: "patch", table: "mails", key, set: { outcome: event.data.outcome, done: sequence } }];
    case "LetterReceived": {
      const { addressId, sender, senderName, subject, unsubscription, confirmation } = event.data;
      const row = {
        ...key,
        received_at: stored.time.toISOString(),
        position: sequence,
        address_id: addressId,
        sender: sender.toLowerCase(),
        sender_name: senderName ?? null,
        subject,
        unsubscription: unsubscription ?? null,
        confirmation: confirmation ?? null,
        link_id: null,
        worked: null,
      };
      return [{ op: "put", table: "letters", row }];
    }
    case "MailWorkedThrough": {
      const { saved, known, unusable, withoutRoom, items, folderId } = event.data;
      const places = { saved, known, unusable, without_room: withoutRoom ?? [], items: items ?? [] };
      const set = { ...places, folder_id: folderId ?? null, worked: sequence };
      const letter = { link_id: (saved[0] ?? known[0])?.linkId ?? null, worked: sequence };
      // A mail is in one of the two tables.
      return [
        { op: "patch", table: "mails", key, set },
        { op: "patch", table: "letters", key, set: letter },
      ];
    }
    case "UserErased":
      return tables.map(({ name }) => ({ op: "removeWhere", table: name, where: { user_id: at.userId } }));
    default:
      return [];
  }
}

/** The mails of users, with their outcomes. */
export const capturesProjection: Projection = {
  name: "captures",
  version: 4,
  tables,
  concerns: ({ context, aggregateId = "" }) =>
    context === "mail" ||
    context === "post" ||
    context === "identity" ||
    (context === "links" && isMailed(aggregateId)),
  project,
  announce: mailOf,
};
