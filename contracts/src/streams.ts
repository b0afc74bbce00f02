import {
  API_TOKENS,
  BOOKS,
  COPIES,
  COPY_TEXTS,
  copyTextSubject,
  DEAD_LETTERS,
  deadLetterSubject,
  DOCUMENTS,
  ENDED_SESSIONS,
  ERASURES,
  FEED_POLLS,
  feedPollSubject,
  IMPORT_JOBS,
  importJobsSubject,
  IMPORTS,
  IMPORTS_PROGRESS,
  INVITATIONS,
  JOURNAL,
  LINK_CHECKS,
  MAIL_RATE_LIMITS,
  PAGE_JOBS,
  pageJobSubject,
  PAGES_MISSED,
  PICTURES,
  RATE_LIMITS,
  RETRIES,
  RULES,
  SECRET_ADDRESSES,
  SHARES,
  SUBSCRIPTIONS,
  WEBHOOK_DELIVERIES,
  WEBHOOK_LOG,
  WEBHOOKS,
  webhookLogSubject,
  webhookSubject,
} from "./subjects.ts";
import type { UserId } from "./ids.ts";

/** The stream that exists during a restore. The journal is not opened beside it. */
export const RESTORING = "RESTORING";

/** How an account's part of a stream, bucket or object store is erased. */
type AccountErasure =
  /** All messages on these subjects are overwritten with the account. */
  | { readonly by: "subject"; readonly subjects: (userId: UserId) => readonly string[] }
  /** The archive service erases it when it reads that the user was erased: how. */
  | { readonly by: "archive"; readonly how: string }
  /** The identity service erases it in its own way: how. */
  | { readonly by: "identity"; readonly how: string }
  /** It expires after so many seconds, and identifies nobody: what it holds. */
  | { readonly by: "age"; readonly seconds: number; readonly holds: string }
  /** It stays, and identifies nobody: what it holds. */
  | { readonly by: "nothing"; readonly holds: string };

/** One stream, bucket or object store on the bus. */
interface KeptStream {
  /** Of the stream; a bucket's begins with `KV_`, an object store's with `OBJ_`. */
  readonly name: string;
  readonly isBackedUp: boolean;
  readonly erasure: AccountErasure;
}

const bucket = (name: string): string => `KV_${name}`;
const store = (name: string): string => `OBJ_${name}`;

const DAY_SECONDS = 86_400;

/** The keys of a bucket that begin with the user's id. */
const keysOf = (name: string): AccountErasure => ({
  by: "subject",
  subjects: (userId) => [`$KV.${name}.${userId}.*`],
});

/**
 * The streams of a backup are in the order in which they are read: each is consistent by itself, and what is written
 * between two of them must do no harm (decision 32). Queues come before the journal, so that their work may be repeated
 * but is never lost; what the journal refers to comes after it; the erasures come last, so that one in the meantime is
 * included. The other streams are in no backup: sessions, API tokens, webhooks, addresses of what is shared, codes and challenges would be
 * valid again although they were ended or used since; a retry can be submitted again; the rest is worthless after a few hours.
 */
export const keptStreams: readonly KeptStream[] = [
  {
    name: store(IMPORTS),
    isBackedUp: true,
    erasure: { by: "identity", how: "each file whose name begins with the user's id, with its chunks" },
  },
  {
    name: IMPORT_JOBS,
    isBackedUp: true,
    erasure: { by: "subject", subjects: (userId) => [importJobsSubject(userId)] },
  },
  {
    name: bucket(IMPORTS_PROGRESS),
    isBackedUp: true,
    // Keys of an import's faults have one token more.
    erasure: { by: "subject", subjects: (userId) => [`$KV.${IMPORTS_PROGRESS}.${userId}.>`] },
  },
  { name: bucket(LINK_CHECKS), isBackedUp: true, erasure: { by: "nothing", holds: "one time for all links" } },
  { name: bucket(PAGES_MISSED), isBackedUp: true, erasure: keysOf(PAGES_MISSED) },
  {
    name: PAGE_JOBS,
    isBackedUp: true,
    erasure: { by: "subject", subjects: (userId) => [pageJobSubject("*", userId, "*")] },
  },
  // Before the jobs: one without a subscription ends, and a subscription without one would never be polled.
  { name: bucket(SUBSCRIPTIONS), isBackedUp: true, erasure: keysOf(SUBSCRIPTIONS) },
  {
    name: FEED_POLLS,
    isBackedUp: true,
    erasure: { by: "subject", subjects: (userId) => [feedPollSubject(userId, "*")] },
  },
  {
    // After the jobs: a document is removed when its job is done, and a job that is repeated without it does nothing.
    name: store(DOCUMENTS),
    isBackedUp: true,
    erasure: { by: "archive", how: "each document whose name begins with the user's id, with its chunks" },
  },
  {
    name: JOURNAL,
    isBackedUp: true,
    erasure: {
      by: "identity",
      how: "all events of the user and of their addresses but the one that says they were erased",
    },
  },
  {
    name: DEAD_LETTERS,
    isBackedUp: true,
    erasure: { by: "subject", subjects: (userId) => [deadLetterSubject("*", userId)] },
  },
  {
    name: bucket("credentials"),
    isBackedUp: true,
    erasure: { by: "subject", subjects: (userId) => [`$KV.credentials.${userId}`] },
  },
  { name: bucket("confirmations"), isBackedUp: true, erasure: keysOf("confirmations") },
  // Without them newsletters would be refused after a restore, and their senders would end the subscription. One that was
  // revoked since takes mail again, which may only add.
  {
    name: bucket(SECRET_ADDRESSES),
    isBackedUp: true,
    // Whose an address is, is removed with it; what a crash left holds random ids.
    erasure: { by: "subject", subjects: (userId) => [`$KV.${SECRET_ADDRESSES}.${userId}`] },
  },
  {
    name: bucket(RULES),
    isBackedUp: true,
    erasure: { by: "subject", subjects: (userId) => [`$KV.${RULES}.${userId}`] },
  },
  {
    name: bucket(RATE_LIMITS),
    isBackedUp: true,
    erasure: { by: "identity", how: "the counts under keyed hashes of the user and their addresses" },
  },
  {
    name: store(PICTURES),
    isBackedUp: true,
    erasure: {
      by: "identity",
      how: "pictures are shared; those that no link refers to any more are swept after an erasure",
    },
  },
  {
    name: store(COPIES),
    isBackedUp: true,
    erasure: { by: "archive", how: "each copy whose name begins with the user's id, with its chunks" },
  },
  {
    name: COPY_TEXTS,
    isBackedUp: true,
    erasure: { by: "subject", subjects: (userId) => [copyTextSubject(userId, "*", "*")] },
  },
  { name: ERASURES, isBackedUp: true, erasure: { by: "nothing", holds: "the random ids of those who were erased" } },
  { name: bucket("sessions"), isBackedUp: false, erasure: keysOf("sessions") },
  { name: bucket(API_TOKENS), isBackedUp: false, erasure: keysOf(API_TOKENS) },
  // Their addresses are removed with them; one that a crash left holds random ids.
  { name: bucket(SHARES), isBackedUp: false, erasure: keysOf(SHARES) },
  {
    name: bucket(WEBHOOKS),
    isBackedUp: false,
    erasure: { by: "subject", subjects: (userId) => [`$KV.${WEBHOOKS}.${userId}`] },
  },
  {
    name: WEBHOOK_DELIVERIES,
    isBackedUp: false,
    erasure: { by: "subject", subjects: (userId) => [webhookSubject(userId, "*")] },
  },
  {
    name: WEBHOOK_LOG,
    isBackedUp: false,
    erasure: { by: "subject", subjects: (userId) => [webhookLogSubject(userId, "*")] },
  },
  {
    name: bucket(ENDED_SESSIONS),
    isBackedUp: false,
    erasure: { by: "age", seconds: 3600, holds: "random ids of a user, and of a session or token" },
  },
  {
    name: bucket("codes"),
    isBackedUp: false,
    erasure: { by: "identity", how: "the codes under keyed hashes of the user's addresses" },
  },
  {
    // After a restore one that was used or taken back would count again.
    name: bucket(INVITATIONS),
    isBackedUp: false,
    erasure: { by: "identity", how: "the invitations under keyed hashes of the user's addresses; others end by age" },
  },
  {
    name: store(BOOKS),
    isBackedUp: false,
    erasure: { by: "identity", how: "each book whose name begins with the user's id, with its chunks" },
  },
  {
    name: bucket("challenges"),
    isBackedUp: false,
    erasure: { by: "age", seconds: 3600, holds: "hashes of challenges" },
  },
  {
    name: bucket("connection-codes"),
    isBackedUp: false,
    erasure: { by: "age", seconds: 3600, holds: "random ids of a user and a session, under hashes of codes" },
  },
  {
    name: bucket(MAIL_RATE_LIMITS),
    isBackedUp: false,
    erasure: { by: "age", seconds: 2 * DAY_SECONDS, holds: "counts under keyed hashes of networks and addresses" },
  },
  {
    name: bucket("queue-deferrals"),
    isBackedUp: false,
    erasure: { by: "age", seconds: 2 * DAY_SECONDS, holds: "numbers of events" },
  },
  {
    name: RETRIES,
    isBackedUp: false,
    erasure: { by: "nothing", holds: "numbers of dead letters, until they are retried" },
  },
];

const namesOf = (isBackedUp: boolean): readonly string[] =>
  keptStreams.filter((kept) => kept.isBackedUp === isBackedUp).map(({ name }) => name);

/** The streams of a backup, in the order in which they are read. */
export const BACKED_UP: readonly string[] = namesOf(true);

export const NOT_BACKED_UP: readonly string[] = namesOf(false);
