import { randomUUID } from "node:crypto";
import { type Journal, queriesOver, type RunningService } from "@satchel/chassis";
import { openServiceWorld, type ServiceWorld } from "@satchel/chassis/test/service-world.ts";
import {
  aggregateSubject,
  type Capture,
  type CopyId,
  type EventOf,
  type LetterReceived,
  type LinkId,
  type MailAccepted,
  type MailCommanded,
  type MailCommandsDone,
  mailedSubject,
  type MailId,
  type MailRefused,
  type MailWorkedThrough,
  type SecretAddressId,
  type UserId,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import type { Kysely } from "kysely";
import { startCaptures, type Time } from "../src/projection/start-captures.ts";
import type { CapturesTables } from "../src/projection/tables.ts";
import { listCaptures } from "../src/queries/index.ts";

/** The tables of captures with their own NATS server and database, and a journal for writing. */
export interface CapturesSystem extends ServiceWorld {
  /** With the role of the gateway. */
  readonly db: Kysely<CapturesTables>;
  start(time?: Time): Promise<RunningService>;
  /** All captures of a user, once the tables show everything that the journal has. */
  all(userId: UserId): Promise<Capture[]>;
  /** Waits until the tables show everything that the journal has. */
  settled(): Promise<void>;
}

export const newUser = (): UserId => randomUUID() as UserId;
const newMail = (): MailId => randomUUID() as MailId;
export const newLink = (): LinkId => randomUUID() as LinkId;

export async function startCapturesSystem(): Promise<CapturesSystem> {
  const world = await openServiceWorld();
  const { nats, databaseUrl, journal, pool, logger } = world;
  const config = {
    NATS_URL: nats.url,
    NATS_MONITOR_URL: nats.monitorUrl,
    NATS_REPLICAS: 1,
    NATS_SYNC_UNCHECKED: false,
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: 4,
  };
  const start = (time?: Time) => world.run(startCaptures(config, logger, time));
  await start();
  const db = queriesOver<CapturesTables>(world.reader);

  const settled = (): Promise<unknown> =>
    eventually(async () => {
      const partitions = new Map<number, number>();
      for (const [partition, sequence] of await lastOfPartitions(journal)) partitions.set(partition, sequence);
      const { rows } = await pool.query<{ partition: number; sequence: number }>("select * from captures.checkpoints");
      return rows.every(({ partition, sequence }) => sequence >= (partitions.get(partition) ?? 0));
    });
  return {
    ...world,
    db,
    start,
    settled: async () => void (await settled()),
    all: async (userId) => {
      await settled();
      const all: Capture[] = [];
      let cursor: string | undefined;
      do {
        const page = await listCaptures(db, userId, { size: 50, ...(cursor === undefined ? {} : { cursor }) });
        all.push(...page.captures);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return all;
    },
  };
}

async function lastOfPartitions({ jsm }: Journal): Promise<[number, number][]> {
  const { state } = await jsm.streams.info("JOURNAL", { subjects_filter: "journal.>" });
  const subjects = Object.keys(state.subjects ?? {});
  const last = new Map<number, number>();
  for (const subject of subjects) {
    const message = await jsm.streams.getMessage("JOURNAL", { last_by_subj: subject });
    const partition = Number(subject.split(".")[1]);
    if (message !== null) last.set(partition, Math.max(last.get(partition) ?? 0, message.seq));
  }
  return [...last];
}

const verdict = { spf: "pass", dkim: "pass", dmarc: "pass", by: "dmarc" } as const;

/** One mail of a user, whose events can be appended. */
export interface DeliveredMail {
  readonly userId: UserId;
  readonly mailId: MailId;
  accepted(data?: Partial<EventOf<typeof MailAccepted>["data"]>, time?: Date): Promise<number>;
  refused(data?: Partial<EventOf<typeof MailRefused>["data"]>, time?: Date): Promise<number>;
  /** A mail with commands, and what came of them. */
  commanded(data?: Partial<EventOf<typeof MailCommanded>["data"]>, time?: Date): Promise<number>;
  done(data: EventOf<typeof MailCommandsDone>["data"], time?: Date): Promise<number>;
  /** A mail to a secret address. */
  letter(data?: Partial<EventOf<typeof LetterReceived>["data"]>, time?: Date): Promise<number>;
  worked(data?: Partial<EventOf<typeof MailWorkedThrough>["data"]>, time?: Date): Promise<number>;
}

/** A mail whose events are appended as the SMTP server and the links service do it. */
export function deliveredMail(
  { journal }: Pick<CapturesSystem, "journal">,
  userId: UserId,
  mailId = newMail(),
): DeliveredMail {
  const append = async (subject: string, type: string, data: object, time: Date | undefined): Promise<number> => {
    const last = await journal.last(subject);
    const event = { id: randomUUID(), type, data, ...(time === undefined ? {} : { time }) };
    return (await journal.append({ subject, event, expected: last?.sequence ?? 0 })).sequence;
  };
  const subject = aggregateSubject(userId, "mail", mailId);
  const envelope = { sender: "ada@example.org", subject: "A subject", verdict };
  return {
    userId,
    mailId,
    accepted: (data, time) =>
      append(subject, "MailAccepted", { ...envelope, urls: ["https://example.com/"], ...data }, time),
    refused: (data, time) => append(subject, "MailRefused", { ...envelope, reason: "no-url", ...data }, time),
    commanded: (data, time) =>
      append(subject, "MailCommanded", { ...envelope, isReply: true, commands: [], ...data }, time),
    done: (data, time) => append(aggregateSubject(userId, "post", mailId), "MailCommandsDone", data, time),
    letter: (data, time) => {
      const ids = {
        addressId: randomUUID() as SecretAddressId,
        version: randomUUID() as CopyId,
        content: "0".repeat(64),
      };
      const common = { ...ids, url: `mid:${mailId}@x`, sender: "News@x.example", subject: "An issue" };
      return append(subject, "LetterReceived", { ...common, ...data }, time);
    },
    worked: (data, time) =>
      append(
        mailedSubject(userId, mailId),
        "MailWorkedThrough",
        { mailId, saved: [], known: [], unusable: [], ...data },
        time,
      ),
  };
}
