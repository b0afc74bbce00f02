import { createHash, type Hash } from "node:crypto";
import type { Static } from "typebox";
import { type ArchiveEnd, type Header, type Kind, kinds, MAGIC, type StreamBegin } from "./archive.ts";

/** A stream for an archive, as the server sends it. */
export interface StreamSection extends StreamBegin {
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The content of an archive, in its order; sections are opened one after the other. */
export interface Contents {
  readonly header: Header;
  readonly streams: readonly (() => Promise<StreamSection | undefined>)[];
  /** Read last. */
  readonly erasures: () => Promise<readonly string[]>;
}

/** Users in one record. */
const USERS = 1000;

/** The octets of an archive, produced on demand. */
export async function* writeArchive({ header, streams, erasures }: Contents): AsyncGenerator<Uint8Array> {
  const all = createHash("sha256");
  let records = 0;
  const record = (kind: Kind, payload: Uint8Array): Uint8Array => {
    const octets = recordOf(kind, payload);
    all.update(octets);
    records++;
    return octets;
  };
  const json = (kind: Kind, value: unknown): Uint8Array => record(kind, Buffer.from(JSON.stringify(value)));
  const ended = (size: number, hash: Hash): Uint8Array => json("sectionEnd", { size, sha256: hash.digest("hex") });

  yield Buffer.from(MAGIC);
  yield json("header", header);
  for (const open of streams) {
    const section = await open();
    if (section === undefined) continue;
    const { pieces, ...begin } = section;
    yield json("begin", begin);
    const hash = createHash("sha256");
    let size = 0;
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
      yield record("piece", piece);
    }
    yield ended(size, hash);
  }
  const users = [...(await erasures())].sort();
  const hash = createHash("sha256");
  for (let from = 0; from < users.length || from === 0; from += USERS) {
    const payload = Buffer.from(JSON.stringify(users.slice(from, from + USERS)));
    hash.update(payload);
    yield record("users", payload);
  }
  yield ended(users.length, hash);
  const end: Static<typeof ArchiveEnd> = { records, sha256: all.digest("hex") };
  yield recordOf("end", Buffer.from(JSON.stringify(end)));
}

function recordOf(kind: Kind, payload: Uint8Array): Uint8Array {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(payload.length);
  head[4] = kinds[kind];
  return Buffer.concat([head, payload]);
}
