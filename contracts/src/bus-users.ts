import type { CommandDefinition } from "./commands/define.ts";
import { ChangeLinks, FindLink, SaveLink } from "./commands/links.ts";
import { NoteDigestBounce } from "./commands/digests.ts";
import { CreateFolder } from "./commands/folders.ts";
import {
  ChangeQuota,
  CountLinks,
  FindAccount,
  InviteAddress,
  ListAccounts,
  ListInvitations,
  MeasureCopies,
  ResumeAccount,
  SuspendAccount,
  WithdrawInvitation,
} from "./commands/operator.ts";
import { DropPush, PreparePush } from "./commands/push.ts";
import { SendMail } from "./commands/sent-mails.ts";
import { BlockShare } from "./commands/shares.ts";
import { CheckRoom } from "./commands/archive.ts";
import { MuteSender } from "./commands/letters.ts";
import { NoteAttempt } from "./commands/webhooks.ts";
import {
  API_TOKENS,
  commandSubject,
  BOOKS,
  type Context,
  COPIES,
  COPY_TEXTS,
  copyTextSubject,
  DEAD_LETTERS,
  deadLetterSubject,
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
  JOURNAL,
  LINK_CHECKS,
  liveSubject,
  PAGE_JOBS,
  PAGES_MISSED,
  pageJobSubject,
  PICTURES,
  progressSubject,
  projectionNames,
  rebuildSubject,
  RETRIES,
  resumedSubject,
  retrySubject,
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
import { RESTORING } from "./streams.ts";

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
type BusUserName = (typeof busUserNames)[number];

/** What a user of the bus may do, as subjects of NATS. */
interface BusUser {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it answers requests, each on its reply subject. */
  readonly answers: boolean;
}

/** The inbox of a user: replies to one service reach no other. */
export const inboxPrefix = (user: string): string => `_INBOX.${user}`;

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

const duties: Readonly<Record<BusUserName, Duties>> = {
  identity: {
    context: "identity",
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
    subscribesTo: [erasedSubject("*")],
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

/** To read a stream, with consumers, but not to change, purge or delete it. */
const readStream = (stream: string): string[] => [
  `$JS.API.STREAM.INFO.${stream}`,
  // Creating an existing stream changes nothing.
  `$JS.API.STREAM.CREATE.${stream}`,
  `$JS.API.STREAM.MSG.GET.${stream}`,
  `$JS.API.DIRECT.GET.${stream}`,
  `$JS.API.DIRECT.GET.${stream}.>`,
  `$JS.API.CONSUMER.CREATE.${stream}`,
  `$JS.API.CONSUMER.CREATE.${stream}.>`,
  `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.*`,
  `$JS.API.CONSUMER.INFO.${stream}.*`,
  `$JS.API.CONSUMER.DELETE.${stream}.*`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
  `$JS.ACK.${stream}.>`,
];

const deleteMessage = (stream: string): string => `$JS.API.STREAM.MSG.DELETE.${stream}`;

/** To inspect a stream and its consumers: for the operator's page. */
const inspectStream = (stream: string): string[] => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.STREAM.MSG.GET.${stream}`,
  `$JS.API.CONSUMER.LIST.${stream}`,
];

const operatorSubjects: readonly string[] = [
  ...[JOURNAL, IMPORT_JOBS, PAGE_JOBS, DEAD_LETTERS, RETRIES].flatMap(inspectStream),
  deleteMessage(DEAD_LETTERS),
  retrySubject("*", "*"),
  ...projectionNames.map(rebuildSubject),
  ...[
    BlockShare,
    ListAccounts,
    FindAccount,
    SuspendAccount,
    ResumeAccount,
    ListInvitations,
    InviteAddress,
    WithdrawInvitation,
    CountLinks,
    MeasureCopies,
    ChangeQuota,
  ].map(commandSubject),
];

/** To read, change and purge a stream other than the journal, and to publish in it. */
const ownStream = (stream: string, subjects: readonly string[]): string[] => [
  ...readStream(stream),
  deleteMessage(stream),
  `$JS.API.STREAM.UPDATE.${stream}`,
  `$JS.API.STREAM.PURGE.${stream}`,
  ...subjects,
];

function userOf(name: BusUserName): BusUser {
  const {
    context,
    facts = [],
    erases = false,
    serves,
    sendsTo = [],
    sends = [],
    announces = [],
    subscribesTo = [],
    ...own
  } = duties[name];
  const {
    rebuilds,
    operates = false,
    queues = false,
    buckets = [],
    reads = [],
    stores = [],
    readsStores = [],
    readsStreams = [],
    streams = {},
  } = own;
  const kept = queues ? [...buckets, "queue-deferrals"] : buckets;
  return {
    publish: [
      "$JS.API.INFO",
      "$JS.FC.>",
      `$JS.API.STREAM.INFO.${RESTORING}`,
      ...(operates ? operatorSubjects : readStream(JOURNAL)),
      ...(context === undefined ? [] : [`journal.*.*.${context}`, `journal.*.*.${context}.*`]),
      ...facts,
      ...(erases ? [deleteMessage(JOURNAL)] : []),
      ...sendsTo.map((service) => `cmd.${service}.*`),
      ...sends.map(commandSubject),
      ...announces.flatMap((table) => [
        progressSubject(table, "*"),
        liveSubject("*", table),
        resumedSubject(table, "*"),
      ]),
      // Services with tables read who was erased, and when: the tables are scrubbed then.
      ...(announces.length > 0 ? readStream(ERASURES) : []),
      ...(queues ? ownStream(DEAD_LETTERS, [deadLetterSubject("*", "*")]) : []),
      ...kept.flatMap((bucket) => ownStream(`KV_${bucket}`, [`$KV.${bucket}.>`])),
      ...reads.flatMap((bucket) => readStream(`KV_${bucket}`)),
      ...readsStores.flatMap((store) => readStream(`OBJ_${store}`)),
      ...readsStreams.flatMap(readStream),
      ...stores.flatMap((store) => ownStream(`OBJ_${store}`, [`$O.${store}.>`])),
      ...Object.entries(streams).flatMap(([stream, subjects]) => ownStream(stream, subjects)),
    ],
    subscribe: [
      `${inboxPrefix(name)}.>`,
      progressSubject("*", "*"),
      ...subscribesTo,
      ...(serves === undefined ? [] : [`cmd.${serves}.*`, "$SRV.>"]),
      ...(rebuilds === undefined ? [] : [rebuildSubject(rebuilds)]),
    ],
    answers: serves !== undefined || rebuilds !== undefined,
  };
}

/**
 * What each service may do on the bus. Only the owner of a context publishes its facts, and only services that need it
 * remove events; so an attacker who controls one service can't act as another.
 */
export const busUsers = Object.fromEntries(busUserNames.map((name) => [name, userOf(name)])) as Readonly<
  Record<BusUserName, BusUser>
>;
