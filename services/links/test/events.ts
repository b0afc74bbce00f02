import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  aggregateSubject,
  type EnrichmentEvent,
  JOURNAL,
  type LinkId,
  type MailId,
  partitionOf,
  type UserId,
  type RemindOn,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import type { System } from "./system.ts";

export interface Mail {
  readonly urls: string[];
  readonly linkTitles?: { readonly url: number; readonly title: string }[];
  readonly subject?: string;
  readonly folderName?: string;
  readonly title?: string;
  readonly tags?: string[];
  readonly remindOn?: RemindOn;
}

/** Sequence of the newest mail of each system. */
const lastMail = new WeakMap<System, number>();

/** Puts a mail into the journal, as the SMTP server does. */
export async function mail(system: System, userId: UserId, { urls, subject = "", ...more }: Mail): Promise<MailId> {
  const mailId = randomUUID() as MailId;
  const data = {
    sender: "ada@example.org",
    subject,
    verdict: { spf: "pass", dkim: "pass", dmarc: "pass", by: "dmarc" },
    urls,
    ...more,
  };
  const { sequence } = await system.journal.append({
    subject: aggregateSubject(userId, "mail", mailId),
    event: { id: randomUUID(), type: "MailAccepted", data },
    expected: 0,
  });
  lastMail.set(system, sequence);
  return mailId;
}

/** Puts a word about a link's page into the journal, as enrichment does, and waits until the tables show it. */
export async function enriched(
  system: System,
  userId: UserId,
  linkId: LinkId,
  type: EnrichmentEvent["type"],
  data: object,
): Promise<void> {
  const subject = aggregateSubject(userId, "enrichment", linkId);
  const { sequence } = await system.journal.append({
    subject,
    event: { id: randomUUID(), type, data },
    expected: (await system.journal.last(subject))?.sequence ?? 0,
  });
  await system.shows({ projection: "links", partition: partitionOf(userId), sequence });
}

/** Waits until the tables show everything that the journal has about a user. */
export async function settled(system: System, userId: UserId): Promise<void> {
  let last = 0;
  for await (const { sequence } of system.journal.readUser(userId)) last = sequence;
  await system.shows({ projection: "links", partition: partitionOf(userId), sequence: last });
}

/** Waits until every mail was worked on. */
export const mailsWorkedOn = (system: System): Promise<boolean> =>
  eventually(async () => {
    const { num_pending, num_ack_pending, delivered } = await system.journal.jsm.consumers.info(JOURNAL, "links-mail");
    // The server counts a new event as pending a moment after it acknowledged it: the last one must have been handed out.
    return num_pending + num_ack_pending === 0 && delivered.stream_seq >= (lastMail.get(system) ?? 0);
  });

/** The types of the events of a user's links, in order. */
export async function linkEvents(system: System, userId: UserId): Promise<string[]> {
  const types: string[] = [];
  for await (const { at, type } of system.journal.readUser(userId)) {
    if (at.kind === "aggregate" && at.context === "links" && type !== "MailWorkedThrough") types.push(type);
  }
  return types;
}

/**
 * Has the queue of mails begin with the first mail again: its consumer is gone, and the server has forgotten the ids of recent
 * messages.
 */
export async function forgetMailQueue(system: System): Promise<void> {
  const { jsm } = system.journal;
  await system.stop();
  const windowMs = 100;
  await jsm.streams.update(JOURNAL, { duplicate_window: windowMs * 1_000_000 });
  await jsm.consumers.delete(JOURNAL, "links-mail");
  await delay(2 * windowMs);
  await system.nats.restart();
  await eventually(() => system.bus.nc.flush());
  await Promise.all([system.start("links"), system.start("folders")]);
}
