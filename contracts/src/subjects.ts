import { PARTITIONS } from "./limits/index.ts";
import type { LinkId, MailId, UserId } from "./ids.ts";

/** The service that owns a fact, and the token of the journal's subjects that says so. Only the owner publishes there. */
export const contexts = ["identity", "links", "folders", "mail", "enrichment"] as const;
export type Context = (typeof contexts)[number];

/** The journal: one stream for everything that ever happened. */
export const JOURNAL = "JOURNAL";

/** All subjects of the journal. */
export const JOURNAL_SUBJECTS = ["journal.>"];

/** Key of the stream's metadata that keeps the number of partitions it was made with. */
export const PARTITIONS_KEY = "satchel-partitions";

/** Key of the stream's metadata that tells which backup it was restored from, and when; missing where it never was. */
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

/** What the links service says of one mail: `journal.<partition>.<userId>.links.mail-<mailId>`. */
export const mailedSubject = (userId: UserId, mailId: MailId): string =>
  aggregateSubject(userId, "links", `mail-${mailId}`);

/** Everything about one user: exporting reads it, erasing purges it. */
export const userSubjects = (userId: UserId): string => `journal.${partitionOf(userId)}.${userId}.>`;

/** Everything in one partition. */
export const partitionSubjects = (partition: number): string => `journal.${partition}.>`;

/** One context over all users as literal partition prefixes: a leading wildcard over many subjects is slow in NATS. */
export const contextSubjects = (context: Context): string[] =>
  Array.from({ length: PARTITIONS }, (_, partition) => `journal.${partition}.*.${context}.*`);

/** The aggregate of a context that a user has one of (the account, the folder tree), over all users. */
export const rootSubjects = (context: Context): string[] =>
  Array.from({ length: PARTITIONS }, (_, partition) => `journal.${partition}.*.${context}`);

/** `journal.addresses.<key>`: who holds an e-mail address; `key` is its keyed hash, so the subject tells nobody. */
export const addressSubject = (addressKey: string): string => `journal.addresses.${addressKey}`;

/** What a journal subject says. */
export type SubjectParts =
  | { kind: "aggregate"; partition: number; userId: UserId; context: Context; aggregateId: string | undefined }
  | { kind: "address"; addressKey: string };

/** Takes a journal subject apart; undefined when it is none of ours. */
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

/** Where a projector tells that a partition of its tables has reached a sequence: `progress.<projection>.<partition>`. */
export const progressSubject = (projection: string, partition: number | "*"): string =>
  `progress.${projection}.${partition}`;

/** Where a projector tells which things of a user changed: `live.<userId>.<projection>`. */
export const liveSubject = (userId: UserId | "*", projection: string): string => `live.${userId}.${projection}`;

/**
 * Where a projector tells that it took over a partition, or that its bus is back: what was to be told of commits before
 * may have got lost. Whoever passes changes on looks into journal and checkpoints then. `resumed.<projection>.<partition>`.
 */
export const resumedSubject = (projection: string, partition: number | "*"): string =>
  `resumed.${projection}.${partition}`;

/** Where a command is asked for: `cmd.<service>.<name>`. */
export const commandSubject = ({ service, name }: { service: string; name: string }): string =>
  `cmd.${service}.${name}`;

/** The stream of work items that were given up: `dead.<queue>.<userId>`, and `none` in the user's place where it is nobody's. */
export const DEAD_LETTERS = "DEAD_LETTERS";
export const deadLetterSubject = (queue: string, userId: UserId | "none" | "*"): string => `dead.${queue}.${userId}`;

/** What a dead letter says: which event was given up, after how many tries, and why. */
export interface DeadLetter {
  /** Of the event in the journal. */
  readonly sequence: number;
  readonly subject: string;
  readonly attempts: number;
  readonly reason: string;
}

/** The stream of dead letters that an operator wants tried again, by the queue and the letter's sequence. */
export const RETRIES = "RETRIES";
export const retrySubject = (queue: string, letter: number | "*"): string => `retry.${queue}.${letter}`;

/** Where an operator asks for the tables of a projection to be built anew; whoever keeps them answers. */
export const rebuildSubject = (projection: string): string => `rebuild.${projection}`;

/** The projections whose tables can be built anew: names of their schemas. */
export const projectionNames = ["identity", "folders", "links", "captures"] as const;
export type ProjectionName = (typeof projectionNames)[number];

/** The object store bucket of preview pictures and icons, named by their {@link PictureKey}. */
export const PICTURES = "pictures";

/**
 * The stream of who was erased, one subject per user: `erased.<userId>`. It is kept apart from the journal, so that a
 * restored older journal does not bring anybody back.
 */
export const ERASURES = "ERASURES";
export const erasedSubject = (userId: UserId | "*"): string => `erased.${userId}`;

/** Buckets of what was counted for rate limits: by identity, and by the mail door, which may not write the other's. */
export const RATE_LIMITS = "rate-limits";
export const MAIL_RATE_LIMITS = "mail-rate-limits";

/**
 * The KV bucket of sessions that were ended, by `<userId>.<sessionId>`, each kept as long as an access token may live.
 * Identity writes it; every gateway watches it, so that an ended session is turned away everywhere at once.
 */
export const ENDED_SESSIONS = "ended-sessions";

/** The object store bucket of files that are being imported, named `<userId>.<importId>`. */
export const IMPORTS = "imports";

/** The stream of imports that wait or run, one message each, under {@link importJobsSubject}. */
export const IMPORT_JOBS = "IMPORT_JOBS";
export const importJobsSubject = (userId: UserId | "*"): string => `imports.${userId}`;

/**
 * What is to be done about a link's page: describe it again, look whether it is still there, or keep its
 * pictures, of a link that somebody has just saved or of another one.
 */
export const pageJobKinds = ["describe", "check", "pictures", "background-pictures"] as const;
export type PageJobKind = (typeof pageJobKinds)[number];

/** The stream of such jobs, one message for each kind and link at most. */
export const PAGE_JOBS = "PAGE_JOBS";

/** Where such a job lies: `pages.<kind>.<userId>.<linkId>`. Only of pictures it holds more: where they may be had. */
export const pageJobSubject = (kind: PageJobKind | "*", userId: UserId | "*", linkId: LinkId | "*"): string =>
  `pages.${kind}.${userId}.${linkId}`;

/** The KV bucket of pages that one check found gone, by `<userId>.<linkId>`: the second check tells. */
export const PAGES_MISSED = "pages-missed";

/** The KV bucket that tells up to when links were sent to be checked. */
export const LINK_CHECKS = "link-checks";

/** The KV bucket of how far imports are, by `<userId>.<importId>`. */
export const IMPORTS_PROGRESS = "imports-progress";
