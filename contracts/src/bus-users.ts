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
import { BlockShare } from "./commands/shares.ts";
import {
  commandSubject,
  DEAD_LETTERS,
  deadLetterSubject,
  ERASURES,
  IMPORT_JOBS,
  JOURNAL,
  liveSubject,
  PAGE_JOBS,
  progressSubject,
  projectionNames,
  rebuildSubject,
  RETRIES,
  resumedSubject,
  retrySubject,
} from "./subjects.ts";
import { RESTORING } from "./streams.ts";
import { type BusUserName, busUserNames, duties } from "./bus-duties.ts";

/** What a user of the bus may do, as subjects of NATS. */
export interface BusUser {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it answers requests, each on its reply subject. */
  readonly answers: boolean;
}

/** The inbox of a user: replies to one service reach no other. */
export const inboxPrefix = (user: string): string => `_INBOX.${user}`;

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

/** To read and purge a stream other than the journal, and to publish in it. */
const ownStream = (stream: string, subjects: readonly string[]): string[] => [
  ...readStream(stream),
  deleteMessage(stream),
  `$JS.API.STREAM.PURGE.${stream}`,
  ...subjects,
];

/**
 * To change the settings of its streams, which is more than it looks: a stream can copy any other (`sources`), record any
 * subject (`subjects`), and send what it has to any (`republish`), whatever its user may publish and subscribe to.
 */
const changeStreams = (publish: readonly string[]): string[] =>
  publish
    .filter((subject) => subject.startsWith(PURGE))
    .map((subject) => `$JS.API.STREAM.UPDATE.${subject.slice(PURGE.length)}`);

const PURGE = "$JS.API.STREAM.PURGE.";

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
    changesStreams = false,
  } = own;
  const kept = queues ? [...buckets, "queue-deferrals"] : buckets;
  const publish = [
    "$JS.API.INFO",
    "$JS.FC.>",
    `$JS.API.STREAM.INFO.${RESTORING}`,
    ...(operates ? operatorSubjects : readStream(JOURNAL)),
    ...(context === undefined ? [] : [`journal.*.*.${context}`, `journal.*.*.${context}.*`]),
    ...facts,
    ...(erases ? [deleteMessage(JOURNAL)] : []),
    ...sendsTo.map((service) => `cmd.${service}.*`),
    ...sends.map(commandSubject),
    ...announces.flatMap((table) => [progressSubject(table, "*"), liveSubject("*", table), resumedSubject(table, "*")]),
    // Services with tables read who was erased, and when: the tables are scrubbed then.
    ...(announces.length > 0 ? readStream(ERASURES) : []),
    ...(queues ? ownStream(DEAD_LETTERS, [deadLetterSubject("*", "*")]) : []),
    ...kept.flatMap((bucket) => ownStream(`KV_${bucket}`, [`$KV.${bucket}.>`])),
    ...reads.flatMap((bucket) => readStream(`KV_${bucket}`)),
    ...readsStores.flatMap((store) => readStream(`OBJ_${store}`)),
    ...readsStreams.flatMap(readStream),
    ...stores.flatMap((store) => ownStream(`OBJ_${store}`, [`$O.${store}.>`])),
    ...Object.entries(streams).flatMap(([stream, subjects]) => ownStream(stream, subjects)),
  ];
  return {
    publish: changesStreams ? [...publish, ...changeStreams(publish)] : publish,
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
 * remove events. It keeps apart what the services do, not an attacker who controls one (docs/threat-model.md, "Not yet").
 */
export const busUsers = Object.fromEntries(busUserNames.map((name) => [name, userOf(name)])) as Readonly<
  Record<BusUserName, BusUser>
>;
