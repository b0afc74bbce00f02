import Type, { type Static } from "typebox";

/** The first octets of an archive that is not encrypted. */
export const MAGIC = "satchel-backup 1\n";

/** Octets of one record at most: a piece of the server has 128 KiB, a stream's configuration far less. */
export const RECORD_BYTES = 1024 * 1024;

/** The first record. */
export const Header = Type.Object({
  /** `everything`, or the list of erasures alone. */
  holds: Type.Enum(["everything", "erasures"]),
  id: Type.String({ format: "uuid" }),
  /** When reading began, ISO 8601. */
  begunAt: Type.String({ maxLength: 40 }),
  natsVersion: Type.String({ maxLength: 100 }),
  /** Distinguishes the key for hashing addresses from others; it reveals nothing about the key. */
  addressKeyMark: Type.Optional(Type.String({ maxLength: 64 })),
  /** The installation's secret, if it is kept beside the data. */
  secret: Type.Optional(Type.String({ minLength: 32, maxLength: 1000 })),
});
export type Header = Static<typeof Header>;

/** The position of a durable consumer of the journal before its stream was read. */
export const QueueMark = Type.Object({
  config: Type.Record(Type.String(), Type.Unknown()),
  done: Type.Integer({ minimum: 0 }),
});
export type QueueMark = Static<typeof QueueMark>;

const Count = Type.Integer({ minimum: 0 });

/** The beginning of a stream; the server's own snapshot follows in pieces. */
export const StreamBegin = Type.Object({
  name: Type.String({ pattern: "^[A-Za-z0-9_-]{1,100}$" }),
  config: Type.Record(Type.String(), Type.Unknown()),
  state: Type.Record(Type.String(), Type.Unknown()),
  messages: Count,
  lastSequence: Count,
  queues: Type.Array(QueueMark),
});
export type StreamBegin = Static<typeof StreamBegin>;

/** The end of a stream, or of the list of erasures: the number of octets or users, and their SHA-256. */
export const SectionEnd = Type.Object({ size: Count, sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }) });
export type SectionEnd = Static<typeof SectionEnd>;

/** The last record: the number of records before it, and the SHA-256 of all their octets. */
export const ArchiveEnd = Type.Object({ records: Count, sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }) });

export const Users = Type.Array(Type.String({ pattern: "^[A-Za-z0-9-]{1,64}$" }));

/**
 * Kinds of records. A record is the length of its content (4 octets, big-endian), its kind (1 octet) and its content, which
 * is JSON except for `piece`.
 */
export const kinds = { header: 1, begin: 2, piece: 3, users: 4, sectionEnd: 5, end: 6 } as const;
export type Kind = keyof typeof kinds;

/** An archive that is incomplete, foreign or altered. */
export class DamagedBackup extends Error {
  constructor(reason: string) {
    super(`The backup can't be used: ${reason}`);
    this.name = "DamagedBackup";
  }
}
