import type { CommandDefinition } from "./commands/define.ts";
import {
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
  IMPORT_JOBS,
  IMPORTS,
  IMPORTS_PROGRESS,
  importJobsSubject,
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
  "gateway",
  "admin",
] as const;
export type BusUserName = (typeof busUserNames)[number];

/** What a user of the bus may do, as subjects of NATS. */
export interface BusUser {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it answers requests, on the reply subject of each. */
  readonly answers: boolean;
}

/** The inbox of a user: replies to one service reach no other. */
export const inboxPrefix = (user: string): string => `_INBOX.${user}`;

/** What a service does on the bus, besides reading the journal, which all of them do. */
interface Duties {
  /** The context whose facts it alone publishes. */
  readonly context?: Context;
  /** Its further subjects of the journal. */
  readonly facts?: readonly string[];
  /** Whether it erases events: the server does that by sequence, so the permission covers all of them. */
  readonly erases?: boolean;
  readonly answers?: CommandDefinition["service"];
  readonly asks?: readonly CommandDefinition["service"][];
  /** Projections whose progress and changes it announces. */
  readonly tells?: readonly string[];
  readonly hears?: readonly string[];
  /** Whether it has queues over the journal, with dead letters and deferrals. */
  readonly queues?: boolean;
  readonly buckets?: readonly string[];
  /** Buckets that it only reads. */
  readonly reads?: readonly string[];
  readonly stores?: readonly string[];
  /** Object stores that it only reads. */
  readonly readsStores?: readonly string[];
  /** Projections that it rebuilds when the operator asks. */
  readonly rebuilds?: string;
  /** Whether it is the operator's: reads everything, asks services for work, and removes dead letters. */
  readonly operates?: boolean;
  /** Other streams, with the subjects that it publishes in them. */
  readonly streams?: Readonly<Record<string, readonly string[]>>;
}

const imports = { [IMPORT_JOBS]: [importJobsSubject("*")] };
const texts = { [COPY_TEXTS]: [copyTextSubject("*", "*", "*")] };
const pages = { [PAGE_JOBS]: [pageJobSubject("*", "*", "*")] };

const duties: Readonly<Record<BusUserName, Duties>> = {
  identity: {
    context: "identity",
    facts: ["journal.addresses.*"],
    erases: true,
    answers: "identity",
    tells: ["identity"],
    rebuilds: "identity",
    queues: true,
    buckets: [
      "codes",
      "credentials",
      "sessions",
      ENDED_SESSIONS,
      RATE_LIMITS,
      "confirmations",
      "challenges",
      "connection-codes",
      IMPORTS_PROGRESS,
      PAGES_MISSED,
    ],
    stores: [IMPORTS],
    streams: { [ERASURES]: [erasedSubject("*")], ...imports, ...pages, ...texts },
  },
  links: {
    context: "links",
    erases: true,
    answers: "links",
    asks: ["links", "folders", "enrichment"],
    tells: ["links", "imports"],
    rebuilds: "links",
    hears: [erasedSubject("*")],
    queues: true,
    buckets: [IMPORTS_PROGRESS, LINK_CHECKS],
    stores: [IMPORTS, PICTURES],
    streams: { ...imports, ...pages },
  },
  folders: {
    context: "folders",
    erases: true,
    answers: "folders",
    tells: ["folders"],
    rebuilds: "folders",
    queues: true,
  },
  search: {
    tells: ["search"],
    rebuilds: "search",
  },
  "mail-ingest": {
    context: "mail",
    erases: true,
    tells: ["captures"],
    rebuilds: "captures",
    buckets: [MAIL_RATE_LIMITS],
  },
  enrichment: {
    context: "enrichment",
    answers: "enrichment",
    queues: true,
    buckets: [PAGES_MISSED],
    stores: [PICTURES, DOCUMENTS],
    // Only its own queues give work up.
    streams: { ...pages, [RETRIES]: [] },
  },
  archive: {
    context: "archive",
    erases: true,
    answers: "archive",
    tells: ["archive"],
    rebuilds: "archive",
    queues: true,
    stores: [DOCUMENTS, COPIES],
    streams: { ...pages, ...texts },
  },
  gateway: {
    asks: ["identity", "links", "folders", "archive"],
    hears: [liveSubject("*", "*"), resumedSubject("*", "*"), `$KV.${ENDED_SESSIONS}.>`],
    reads: [ENDED_SESSIONS, IMPORTS_PROGRESS],
    stores: [IMPORTS, PICTURES],
    readsStores: [COPIES],
  },
  admin: { operates: true },
};

/** Reading a stream, and consumers to do so, without permission to change, purge or delete it. */
const reading = (stream: string): string[] => [
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

const erasing = (stream: string): string => `$JS.API.STREAM.MSG.DELETE.${stream}`;

/** What the operator's page reads: streams, and the consumers of their queues. */
const looking = (stream: string): string[] => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.STREAM.MSG.GET.${stream}`,
  `$JS.API.CONSUMER.LIST.${stream}`,
];

const operating: readonly string[] = [
  ...[JOURNAL, IMPORT_JOBS, PAGE_JOBS, DEAD_LETTERS, RETRIES].flatMap(looking),
  erasing(DEAD_LETTERS),
  retrySubject("*", "*"),
  ...projectionNames.map(rebuildSubject),
];

/** Everything about a stream that is no journal, publishing included. */
const keeping = (stream: string, subjects: readonly string[]): string[] => [
  ...reading(stream),
  erasing(stream),
  `$JS.API.STREAM.UPDATE.${stream}`,
  `$JS.API.STREAM.PURGE.${stream}`,
  ...subjects,
];

function userOf(name: BusUserName): BusUser {
  const { context, facts = [], erases = false, answers, asks = [], tells = [], hears = [], ...own } = duties[name];
  const {
    rebuilds,
    operates = false,
    queues = false,
    buckets = [],
    reads = [],
    stores = [],
    readsStores = [],
    streams = {},
  } = own;
  const kept = queues ? [...buckets, "queue-deferrals"] : buckets;
  return {
    publish: [
      "$JS.API.INFO",
      "$JS.FC.>",
      `$JS.API.STREAM.INFO.${RESTORING}`,
      ...(operates ? operating : reading(JOURNAL)),
      ...(context === undefined ? [] : [`journal.*.*.${context}`, `journal.*.*.${context}.*`]),
      ...facts,
      ...(erases ? [erasing(JOURNAL)] : []),
      ...asks.map((service) => `cmd.${service}.*`),
      ...tells.flatMap((table) => [progressSubject(table, "*"), liveSubject("*", table), resumedSubject(table, "*")]),
      // Services with tables read who was erased, and when: the tables are scrubbed then.
      ...(tells.length > 0 ? reading(ERASURES) : []),
      ...(queues ? keeping(DEAD_LETTERS, [deadLetterSubject("*", "*")]) : []),
      ...kept.flatMap((bucket) => keeping(`KV_${bucket}`, [`$KV.${bucket}.>`])),
      ...reads.flatMap((bucket) => reading(`KV_${bucket}`)),
      ...readsStores.flatMap((store) => reading(`OBJ_${store}`)),
      ...stores.flatMap((store) => keeping(`OBJ_${store}`, [`$O.${store}.>`])),
      ...Object.entries(streams).flatMap(([stream, subjects]) => keeping(stream, subjects)),
    ],
    subscribe: [
      `${inboxPrefix(name)}.>`,
      progressSubject("*", "*"),
      ...hears,
      ...(answers === undefined ? [] : [`cmd.${answers}.*`, "$SRV.>"]),
      ...(rebuilds === undefined ? [] : [rebuildSubject(rebuilds)]),
    ],
    answers: answers !== undefined || rebuilds !== undefined,
  };
}

/**
 * What each service may do on the bus. Only the owner of a context publishes its facts, and only services that need it
 * remove events; so an attacker in one service can't act as another.
 */
export const busUsers = Object.fromEntries(busUserNames.map((name) => [name, userOf(name)])) as Readonly<
  Record<BusUserName, BusUser>
>;
