import { PARTITIONS } from "./limits/index.ts";
import type { CopyId, LinkId, MailId, SubscriptionId, UserId, WebhookId } from "./ids.ts";

/** The contexts of facts, one for each owning service, which alone publishes there. */
export const contexts = ["identity", "links", "folders", "mail", "enrichment", "archive", "post"] as const;
export type Context = (typeof contexts)[number];

/** The stream of all events. */
export const JOURNAL = "JOURNAL";

export const JOURNAL_SUBJECTS = ["journal.>"];

/** Key of the stream's metadata with its number of partitions. */
export const PARTITIONS_KEY = "satchel-partitions";

/** Key of the stream's metadata with the backup it was restored from, and the time; missing where it never was. */
export const RESTORED_KEY = "satchel-restored";

/**
 * The partition of a user: FNV-1a (32 bit) over the id's characters, modulo {@link PARTITIONS}. Frozen: the subjects of
 * stored events hold its result.
 */
export function partitionOf(userId: UserId): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < userId.length; i++) {
    hash ^= userId.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % PARTITIONS;
}

/** `journal.<partition>.<userId>.<context>[.<aggregateId>]`: one aggregate of a user. */
export function aggregateSubject(userId: UserId, context: Context, aggregateId?: string): string {
  const subject = `journal.${partitionOf(userId)}.${userId}.${context}`;
  return aggregateId === undefined ? subject : `${subject}.${aggregateId}`;
}

const MAILED = "mail-";

/** The outcome of one mail: `journal.<partition>.<userId>.links.mail-<mailId>`. */
export const mailedSubject = (userId: UserId, mailId: MailId): string =>
  aggregateSubject(userId, "links", `${MAILED}${mailId}`);

/** Whether an aggregate of links is the outcome of a mail. */
export const isMailed = (aggregateId: string): boolean => aggregateId.startsWith(MAILED);

/** When an account gets its digest: `journal.<partition>.<userId>.identity.digest`. */
export const digestSubject = (userId: UserId): string => aggregateSubject(userId, "identity", "digest");

/** Whether answers by mail are on: `journal.<partition>.<userId>.identity.answers`. */
export const answersSubject = (userId: UserId): string => aggregateSubject(userId, "identity", "answers");

/** Whether the operator has suspended an account: `journal.<partition>.<userId>.identity.suspension`. */
export const suspensionSubject = (userId: UserId): string => aggregateSubject(userId, "identity", "suspension");

const HIGHLIGHTS = "highlights-";

/**
 * The highlights of one link: `journal.<partition>.<userId>.archive.highlights-<linkId>`. Apart from its copies, so that
 * erasing what a deleted highlight says leaves no gap in the events of copies.
 */
export const highlightsSubject = (userId: UserId, linkId: LinkId): string =>
  aggregateSubject(userId, "archive", `${HIGHLIGHTS}${linkId}`);

/** The link of an aggregate of the archive: of its copies, or of its highlights. */
export const linkOfArchive = (aggregateId: string): LinkId =>
  (aggregateId.startsWith(HIGHLIGHTS) ? aggregateId.slice(HIGHLIGHTS.length) : aggregateId) as LinkId;

/** Everything about one user: exporting reads it, erasing purges it. */
export const userSubjects = (userId: UserId): string => `journal.${partitionOf(userId)}.${userId}.>`;

export const partitionSubjects = (partition: number): string => `journal.${partition}.>`;

/** One context over all users as literal partition prefixes: a leading wildcard over many subjects is slow in NATS. */
export const contextSubjects = (context: Context): string[] =>
  Array.from({ length: PARTITIONS }, (_, partition) => `journal.${partition}.*.${context}.*`);

/** The aggregates of a context of which each user has one (the account, the folder tree), over all users. */
export const rootSubjects = (context: Context): string[] =>
  Array.from({ length: PARTITIONS }, (_, partition) => `journal.${partition}.*.${context}`);

/** The same as one subject: to look for any message of a few, for NATS reads it slower than {@link rootSubjects}. */
export const anyRootSubject = (context: Context): string => `journal.*.*.${context}`;

/** `journal.addresses.<key>`: the claim on an e-mail address; `key` is its keyed hash, so the subject reveals no address. */
export const addressSubject = (addressKey: string): string => `journal.addresses.${addressKey}`;

/**
 * Who has reserved the only account of a server that allows one. A claim as on an address: keyed hashes have 64
 * characters, so it is none.
 */
export const FIRST_ACCOUNT_SUBJECT = addressSubject("first");

/** The parts of a journal subject. */
export type SubjectParts =
  | { kind: "aggregate"; partition: number; userId: UserId; context: Context; aggregateId: string | undefined }
  | { kind: "address"; addressKey: string };

/** Splits a journal subject; undefined when it is invalid. */
export function parseSubject(subject: string): SubjectParts | undefined {
  const [root, second, third, fourth, fifth, ...rest] = subject.split(".");
  if (root !== "journal" || second === undefined || third === undefined || rest.length > 0) return undefined;
  if (second === "addresses") return fourth === undefined ? { kind: "address", addressKey: third } : undefined;
  const partition = Number(second);
  if (!Number.isInteger(partition) || partition < 0 || partition >= PARTITIONS) return undefined;
  if (!contexts.includes(fourth as Context)) return undefined;
  return {
    kind: "aggregate",
    partition,
    userId: third as UserId,
    context: fourth as Context,
    aggregateId: fifth,
  };
}

/**
 * Where a projector announces that a partition of its tables has reached a sequence: `progress.<projection>.<partition>`.
 */
export const progressSubject = (projection: string, partition: number | "*"): string =>
  `progress.${projection}.${partition}`;

/** Where a projector announces a user's changed things: `live.<userId>.<projection>`. */
export const liveSubject = (userId: UserId | "*", projection: string): string => `live.${userId}.${projection}`;

/**
 * Where a projector announces that it took over a partition, or reconnected: earlier announcements may have been lost,
 * so gateways compare journal and checkpoints. `resumed.<projection>.<partition>`.
 */
export const resumedSubject = (projection: string, partition: number | "*"): string =>
  `resumed.${projection}.${partition}`;

/** The subject of a command: `cmd.<service>.<name>`. */
export const commandSubject = ({ service, name }: { service: string; name: string }): string =>
  `cmd.${service}.${name}`;

/**
 * The stream of events and jobs whose retries are exhausted: `dead.<queue>.<userId>`, with `none` where they belong to
 * no user.
 */
export const DEAD_LETTERS = "DEAD_LETTERS";
export const deadLetterSubject = (queue: string, userId: UserId | "none" | "*"): string => `dead.${queue}.${userId}`;

/** A dead letter: the event, the number of attempts, and why the last one failed. */
export interface DeadLetter {
  /** Of the event in the journal. */
  readonly sequence: number;
  readonly subject: string;
  readonly attempts: number;
  readonly reason: string;
}

/** The stream of dead letters to be retried, by queue and the letter's sequence. */
export const RETRIES = "RETRIES";
export const retrySubject = (queue: string, letter: number | "*"): string => `retry.${queue}.${letter}`;

/** Where an operator requests the rebuild of a projection's tables. */
export const rebuildSubject = (projection: string): string => `rebuild.${projection}`;

/** The projections whose tables can be rebuilt: names of their schemas. */
export const projectionNames = ["identity", "folders", "links", "captures", "search", "archive"] as const;
export type ProjectionName = (typeof projectionNames)[number];

/** The object store bucket of preview pictures and icons, named by their {@link PictureKey}. */
export const PICTURES = "pictures";

/** The object store bucket of copies of pages, one object for each version, named by {@link copyName}. */
export const COPIES = "copies";

/** The name of a version's object, in every store: `<userId>/<linkId>/<version>`. */
export const copyName = (userId: UserId, linkId: LinkId, version: CopyId): string => `${userId}/${linkId}/${version}`;

/** The object store bucket of fetched documents of which no copy was made yet, named `<userId>/<linkId>/<name>`. */
export const DOCUMENTS = "documents";

/** Object store of books that are being mailed. */
export const BOOKS = "books";

/** The stream of the texts of copies, one compressed message for each version, so that all are read in one pass. */
export const COPY_TEXTS = "COPY_TEXTS";

/** The subject of a version's text: `texts.<userId>.<linkId>.<version>`. */
export const copyTextSubject = (userId: UserId | "*", linkId: LinkId | "*", version: CopyId | "*"): string =>
  `texts.${userId}.${linkId}.${version}`;

/**
 * The stream of erased users, one subject each: `erased.<userId>`. It is kept apart from the journal, so that restoring
 * an older journal brings nobody back.
 */
export const ERASURES = "ERASURES";
export const erasedSubject = (userId: UserId | "*"): string => `erased.${userId}`;

/** Buckets of rate limits: identity's, and that of mail-ingest, which may not write the other one. */
export const RATE_LIMITS = "rate-limits";
export const MAIL_RATE_LIMITS = "mail-rate-limits";

/**
 * The bucket of ended sessions and API tokens, by `<userId>.<id>`, each kept as long as an access token may live. Identity
 * writes it; every gateway follows it, so that an ended session is refused everywhere at once.
 */
export const ENDED_SESSIONS = "ended-sessions";

/** The bucket of API tokens and feeds, by `<userId>.<tokenId>`: identity's alone. */
export const API_TOKENS = "api-tokens";

/** The bucket of shared folders and links, by `<userId>.<shareId>`, and of their addresses, by `at.<hash>`: identity's alone. */
export const SHARES = "shares";

/** Name of the bucket of invitations to make an account, by the keyed hash of the address. */
export const INVITATIONS = "invitations";

/**
 * The bucket of secret addresses, one record for each account, by its id, and of whose an address is, by `at.<hash>`:
 * identity's; mail-ingest reads it.
 */
export const SECRET_ADDRESSES = "secret-addresses";

/** The bucket of rules, one record for each account, by its id: that of links. */
export const RULES = "rules";

/** The bucket of feeds that accounts follow, by `<userId>.<subscriptionId>`: enrichment's. */
export const SUBSCRIPTIONS = "subscriptions";

/** The stream of polls, one job for each feed that is followed: `polls.<userId>.<subscriptionId>`. */
export const FEED_POLLS = "FEED_POLLS";
export const feedPollSubject = (userId: UserId | "*", subscriptionId: SubscriptionId | "*"): string =>
  `polls.${userId}.${subscriptionId}`;

/** The bucket of webhooks, one record for each account, by its id: identity's alone; enrichment reads it. */
export const WEBHOOKS = "webhooks";

/** The stream of deliveries that wait or are in progress: `hooks.<userId>.<webhookId>`. */
export const WEBHOOK_DELIVERIES = "WEBHOOK_DELIVERIES";
export const webhookSubject = (userId: UserId | "*", webhookId: WebhookId | "*"): string =>
  `hooks.${userId}.${webhookId}`;

/** The stream of attempts to deliver, the newest of each webhook: `hook-log.<userId>.<webhookId>`. */
export const WEBHOOK_LOG = "WEBHOOK_LOG";
export const webhookLogSubject = (userId: UserId | "*", webhookId: WebhookId | "*"): string =>
  `hook-log.${userId}.${webhookId}`;

/** The object store bucket of files that are being imported, named `<userId>.<importId>`. */
export const IMPORTS = "imports";

/** The stream of imports that wait or run, one message each, under {@link importJobsSubject}. */
export const IMPORT_JOBS = "IMPORT_JOBS";
export const importJobsSubject = (userId: UserId | "*"): string => `imports.${userId}`;

/**
 * Jobs about a link's page: describe it, check whether it still exists, store its pictures, or gather the parts of its
 * copy, of a link that was just saved, at its owner's request or in the background; and make one version of its copy, of what was gathered or
 * sent. `keep` and `keep-uploaded` are what earlier versions of the program called that, with one job for a link.
 */
export type PageJobKind =
  | "describe"
  | "check"
  | "pictures"
  | "background-pictures"
  | "gather"
  | "requested-gather"
  | "background-gather"
  | "copy"
  | "keep"
  | "keep-uploaded";

/** The stream of such jobs, one message for each kind and link at most; of copies one for each version. */
export const PAGE_JOBS = "PAGE_JOBS";

/** The subject of such a job: `pages.<kind>.<userId>.<linkId>`. Some hold details. */
export const pageJobSubject = (kind: PageJobKind | "*", userId: UserId | "*", linkId: LinkId | "*"): string =>
  `pages.${kind}.${userId}.${linkId}`;

/** The subject of the job that makes a version of a link's copy: `pages.copy.<userId>.<linkId>_<version>`. */
export const copyJobSubject = (userId: UserId, linkId: LinkId, version: string): string =>
  `${pageJobSubject("copy", userId, linkId)}_${version}`;

/** The bucket of pages that one check found gone, by `<userId>.<linkId>`, for the second check. */
export const PAGES_MISSED = "pages-missed";

/** The bucket with the time up to which links were sent to be checked. */
export const LINK_CHECKS = "link-checks";

/** The bucket of the progress of imports, by `<userId>.<importId>`. */
export const IMPORTS_PROGRESS = "imports-progress";
