import Type, { type Static } from "typebox";

/** The first octets of an archive that is not encrypted. */
export const MAGIC = "satchel-backup 1\n";

/** Octets of one record at most: what the server sends at once is 128 KiB, a stream's configuration far less. */
export const RECORD_BYTES = 1024 * 1024;

/** What an archive is: the first record. */
export const Header = Type.Object({
  /** `everything`, or the list of erasures alone. */
  holds: Type.Union([Type.Literal("everything"), Type.Literal("erasures")]),
  id: Type.String({ format: "uuid" }),
  /** When reading began, ISO 8601. */
  begunAt: Type.String({ maxLength: 40 }),
  natsVersion: Type.String({ maxLength: 100 }),
  /** Tells whether an installation has the key that addresses are hashed with; it says nothing about the key itself. */
  addressKeyMark: Type.Optional(Type.String({ maxLength: 64 })),
  /** The installation's secret, where it is kept beside the data. */
  secret: Type.Optional(Type.String({ minLength: 32, maxLength: 1000 })),
});
export type Header = Static<typeof Header>;

/** How far a durable consumer of the journal had come before its stream was read. */
export const QueueMark = Type.Object({
  config: Type.Record(Type.String(), Type.Unknown()),
  done: Type.Integer({ minimum: 0 }),
});
export type QueueMark = Static<typeof QueueMark>;

const Count = Type.Integer({ minimum: 0 });

/** A stream, as the server's own snapshot follows in pieces. */
export const StreamBegin = Type.Object({
  name: Type.String({ pattern: "^[A-Za-z0-9_-]{1,100}$" }),
  config: Type.Record(Type.String(), Type.Unknown()),
  state: Type.Record(Type.String(), Type.Unknown()),
  messages: Count,
  lastSequence: Count,
  queues: Type.Array(QueueMark),
});
export type StreamBegin = Static<typeof StreamBegin>;

/** Ends a stream, or the list of erasures: how many octets or users there were, and the SHA-256 of them. */
export const SectionEnd = Type.Object({ size: Count, sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }) });
export type SectionEnd = Static<typeof SectionEnd>;

/** The last record: how many records stand before it, and the SHA-256 of all their octets. */
export const ArchiveEnd = Type.Object({ records: Count, sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }) });

export const Users = Type.Array(Type.String({ pattern: "^[A-Za-z0-9-]{1,64}$" }));

/**
 * Kinds of records: an octet in front of each. A record is its length (4 octets, the largest first, without itself and the
 * kind), its kind and its octets, JSON but for `piece`.
 */
export const kinds = { header: 1, begin: 2, piece: 3, users: 4, sectionEnd: 5, end: 6 } as const;
export type Kind = keyof typeof kinds;

/** An archive that is not whole, not ours, or was changed. */
export class DamagedBackup extends Error {
  constructor(reason: string) {
    super(`The backup can't be used: ${reason}`);
    this.name = "DamagedBackup";
  }
}
