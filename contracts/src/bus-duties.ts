import type { CommandDefinition } from "./commands/define.ts";
import { ChangeLinks, FindLink, SaveLink } from "./commands/links.ts";
import { NoteDigestBounce } from "./commands/digests.ts";
import { CreateFolder } from "./commands/folders.ts";
import { DropPush, PreparePush } from "./commands/push.ts";
import { SendMail } from "./commands/sent-mails.ts";
import { CheckRoom } from "./commands/archive.ts";
import { ReadFile } from "./commands/files.ts";
import { MuteSender } from "./commands/letters.ts";
import { NoteAttempt } from "./commands/webhooks.ts";
import {
  API_TOKENS,
  BOOKS,
  type Context,
  COPIES,
  COPY_TEXTS,
  copyTextSubject,
  DOCUMENTS,
  ENDED_SESSIONS,
  ERASURES,
  erasedSubject,
  FEED_POLLS,
  feedPollSubject,
  IMPORT_JOBS,
  IMPORTS,
  IMPORTS_PROGRESS,
  importJobsSubject,
  INVITATIONS,
  MAIL_RATE_LIMITS,
  RATE_LIMITS,
  LINK_CHECKS,
  liveSubject,
  PAGE_JOBS,
  PAGES_MISSED,
  pageJobSubject,
  PICTURES,
  RETRIES,
  resumedSubject,
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

/** The services, each with a user of its own on the bus. */
export const busUserNames = [
  "identity",
  "links",
  "folders",
  "search",
  "mail-ingest",
  "enrichment",
  "archive",
  "post",
  "gateway",
  "admin",
] as const;
export type BusUserName = (typeof busUserNames)[number];

/** What a service does on the bus. All of them read the journal as well. */
interface Duties {
  /** The context whose facts it alone publishes. */
  readonly context?: Context;
  /** Its further subjects of the journal. */
  readonly facts?: readonly string[];
  /** Whether it erases events: the server does that by sequence, so the permission covers all of them. */
  readonly erases?: boolean;
  /** Whose commands it executes, and to whom it sends some. */
  readonly serves?: CommandDefinition["service"];
  readonly sendsTo?: readonly CommandDefinition["service"][];
  /** Single commands that it sends to others. */
  readonly sends?: readonly Pick<CommandDefinition, "service" | "name">[];
  /** Projections whose progress and changes it announces. */
  readonly announces?: readonly string[];
  /** Other subjects that it subscribes to. */
  readonly subscribesTo?: readonly string[];
  /** Whether it has queues over the journal, with dead letters and deferrals. */
  readonly queues?: boolean;
  readonly buckets?: readonly string[];
  /** Buckets that it only reads. */
  readonly reads?: readonly string[];
  readonly stores?: readonly string[];
  /** Object stores that it only reads. */
  readonly readsStores?: readonly string[];
  /** Other streams that it only reads. */
  readonly readsStreams?: readonly string[];
  /** Projections that it rebuilds when the operator asks. */
  readonly rebuilds?: string;
  /** Whether it is the operator's: it inspects streams, requests rebuilds and retries, and deletes dead letters. */
  readonly operates?: boolean;
  /**
   * Whether it may change the settings of its streams, as a new version may have to. Who may do that reads and sends
   * everything on the bus, so it is the service alone that has all secrets anyway.
   */
  readonly changesStreams?: boolean;
  /** Other streams, with the subjects that it publishes in them. */
  readonly streams?: Readonly<Record<string, readonly string[]>>;
}

const imports = { [IMPORT_JOBS]: [importJobsSubject("*")] };
const texts = { [COPY_TEXTS]: [copyTextSubject("*", "*", "*")] };
const pages = { [PAGE_JOBS]: [pageJobSubject("*", "*", "*")] };

const polls = { [FEED_POLLS]: [feedPollSubject("*", "*")] };
const webhooks = {
  [WEBHOOK_DELIVERIES]: [webhookSubject("*", "*")],
  [WEBHOOK_LOG]: [webhookLogSubject("*", "*")],
};

export const duties: Readonly<Record<BusUserName, Duties>> = {
  identity: {
    context: "identity",
    changesStreams: true,
    facts: ["journal.addresses.*"],
    erases: true,
    serves: "identity",
    announces: ["identity"],
    rebuilds: "identity",
    queues: true,
    buckets: [
      "codes",
      "credentials",
      "sessions",
      API_TOKENS,
      WEBHOOKS,
      ENDED_SESSIONS,
      RATE_LIMITS,
      "confirmations",
      "challenges",
      "connection-codes",
      INVITATIONS,
      SHARES,
      SECRET_ADDRESSES,
      IMPORTS_PROGRESS,
      PAGES_MISSED,
      SUBSCRIPTIONS,
      RULES,
    ],
    stores: [IMPORTS, BOOKS],
    streams: { [ERASURES]: [erasedSubject("*")], ...imports, ...pages, ...texts, ...polls, ...webhooks },
  },
  links: {
    context: "links",
    erases: true,
    serves: "links",
    sendsTo: ["links", "folders", "enrichment", "archive"],
    announces: ["links", "imports"],
    rebuilds: "links",
    queues: true,
    // What a rule does beside changing a link: a sender is muted.
    sends: [MuteSender],
    buckets: [IMPORTS_PROGRESS, LINK_CHECKS, RULES],
    stores: [IMPORTS, PICTURES],
    readsStreams: [COPY_TEXTS],
    streams: { ...imports, ...pages, [RETRIES]: [] },
  },
  folders: {
    context: "folders",
    erases: true,
    serves: "folders",
    announces: ["folders"],
    rebuilds: "folders",
    queues: true,
  },
  search: {
    announces: ["search"],
    rebuilds: "search",
    readsStreams: [COPY_TEXTS],
  },
  "mail-ingest": {
    context: "mail",
    erases: true,
    serves: "mail",
    // It talks with strangers, so it may send no other.
    sends: [CheckRoom, NoteDigestBounce],
    announces: ["captures"],
    rebuilds: "captures",
    buckets: [MAIL_RATE_LIMITS],
    reads: [SECRET_ADDRESSES],
    stores: [DOCUMENTS],
  },
  enrichment: {
    context: "enrichment",
    serves: "enrichment",
    // About webhooks that fail, links of feeds, and notifications. It reads what strangers wrote, so it may send no other.
    sends: [NoteAttempt, FindLink, SaveLink, PreparePush, DropPush],
    queues: true,
    buckets: [PAGES_MISSED, SUBSCRIPTIONS],
    reads: [WEBHOOKS],
    stores: [PICTURES, DOCUMENTS],
    // It never publishes a retry itself.
    streams: { ...pages, ...polls, ...webhooks, [RETRIES]: [] },
  },
  archive: {
    context: "archive",
    erases: true,
    serves: "archive",
    announces: ["archive"],
    rebuilds: "archive",
    queues: true,
    stores: [DOCUMENTS, COPIES],
    streams: { ...pages, ...texts },
  },
  post: {
    context: "post",
    serves: "post",
    // It reads what people kept of the web, so it may change links, and mail their owner, and nothing else.
    sends: [ChangeLinks, CreateFolder, SendMail],
    queues: true,
    readsStores: [COPIES],
    // It never publishes a retry itself.
    streams: { [RETRIES]: [] },
  },
  gateway: {
    sendsTo: ["identity", "links", "folders", "enrichment", "archive", "post"],
    // A file is read where strangers' mails are.
    sends: [ReadFile],
    subscribesTo: [liveSubject("*", "*"), resumedSubject("*", "*"), `$KV.${ENDED_SESSIONS}.>`],
    // Rules send books, which the gateway makes.
    queues: true,
    reads: [ENDED_SESSIONS, IMPORTS_PROGRESS],
    stores: [IMPORTS, PICTURES, DOCUMENTS, BOOKS],
    readsStores: [COPIES],
    // For rules about what pages say.
    readsStreams: [COPY_TEXTS],
    // It never publishes a retry itself.
    streams: { [RETRIES]: [] },
  },
  admin: { operates: true },
};
