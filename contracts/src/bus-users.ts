import type { CommandDefinition } from "./commands/define.ts";
import {
  type Context,
  DEAD_LETTERS,
  deadLetterSubject,
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
export const busUserNames = ["identity", "links", "folders", "mail-ingest", "enrichment", "gateway", "admin"] as const;
export type BusUserName = (typeof busUserNames)[number];

/** What a user of the bus may do, as subjects of NATS. */
export interface BusUser {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it answers requests: on the subject that the request names, which is the asker's own. */
  readonly answers: boolean;
}

/** The inbox of a user: answers that are for one service reach no other. */
export const inboxPrefix = (user: string): string => `_INBOX.${user}`;

/** What a service does on the bus, beside reading the journal, which all of them do. */
interface Duties {
  /** The facts that it owns in the journal: it alone publishes them. */
  readonly context?: Context;
  /** Further subjects of the journal that are its own. */
  readonly facts?: readonly string[];
  /** Whether it erases events: the server takes that by sequence, so this holds for all of them. */
  readonly erases?: boolean;
  readonly answers?: CommandDefinition["service"];
  readonly asks?: readonly CommandDefinition["service"][];
  /** Tables that it keeps, and tells the progress and changes of. */
  readonly tells?: readonly string[];
  readonly hears?: readonly string[];
  /** Whether it has queues over the journal, which give events up and put them off. */
  readonly queues?: boolean;
  readonly buckets?: readonly string[];
  /** Buckets that it reads and leaves as they are. */
  readonly reads?: readonly string[];
  readonly stores?: readonly string[];
  /** Tables that it builds anew when the operator asks for it. */
  readonly rebuilds?: string;
  /** Whether it is the operator's: looks at everything, asks for what services do, and throws dead letters away. */
  readonly operates?: boolean;
  /** Other streams, with the subjects that it publishes in them. */
  readonly streams?: Readonly<Record<string, readonly string[]>>;
}

const imports = { [IMPORT_JOBS]: [importJobsSubject("*")] };
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
    streams: { [ERASURES]: [erasedSubject("*")], ...imports, ...pages },
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
    stores: [PICTURES],
    // Of all queues its own alone give work up.
    streams: { ...pages, [RETRIES]: [] },
  },
  gateway: {
    asks: ["identity", "links", "folders"],
    hears: [liveSubject("*", "*"), resumedSubject("*", "*"), `$KV.${ENDED_SESSIONS}.>`],
    reads: [ENDED_SESSIONS, IMPORTS_PROGRESS],
    stores: [IMPORTS, PICTURES],
  },
  admin: { operates: true },
};

/** Reading a stream, and consumers to do so. Nobody may change, purge or delete one by this. */
const reading = (stream: string): string[] => [
  `$JS.API.STREAM.INFO.${stream}`,
  // Making one that stands already changes nothing of it.
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

/** Removing single messages of a stream. */
const erasing = (stream: string): string => `$JS.API.STREAM.MSG.DELETE.${stream}`;

/** What the operator's page looks at: streams, and the consumers that work off what lies in them. */
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

/** All that is done with streams that are no journal, and publishing in them. */
const keeping = (stream: string, subjects: readonly string[]): string[] => [
  ...reading(stream),
  erasing(stream),
  `$JS.API.STREAM.UPDATE.${stream}`,
  `$JS.API.STREAM.PURGE.${stream}`,
  ...subjects,
];

function userOf(name: BusUserName): BusUser {
  const { context, facts = [], erases = false, answers, asks = [], tells = [], hears = [], ...own } = duties[name];
  const { rebuilds, operates = false, queues = false, buckets = [], reads = [], stores = [], streams = {} } = own;
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
      // Services that keep tables look who was erased, and when: the tables are scrubbed then.
      ...(tells.length > 0 ? reading(ERASURES) : []),
      ...(queues ? keeping(DEAD_LETTERS, [deadLetterSubject("*", "*")]) : []),
      ...kept.flatMap((bucket) => keeping(`KV_${bucket}`, [`$KV.${bucket}.>`])),
      ...reads.flatMap((bucket) => reading(`KV_${bucket}`)),
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
 * What each service may do on the bus. Only the owner of a context publishes its facts, and only who has to removes
 * events; so a service that was taken over can't speak for another.
 */
export const busUsers = Object.fromEntries(busUserNames.map((name) => [name, userOf(name)])) as Readonly<
  Record<BusUserName, BusUser>
>;
