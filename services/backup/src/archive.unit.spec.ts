import { generateIdentity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { DamagedBackup } from "./archive.ts";
import { type Key, type Lock, lock, unlock, WrongKey } from "./encryption.ts";
import { type ArchiveRecord, readArchive } from "./read.ts";
import { writeArchive } from "./write.ts";

const header = {
  holds: "everything",
  id: crypto.randomUUID(),
  begunAt: "2026-01-01T00:00:00Z",
  natsVersion: "2",
} as const;
const stream = { name: "JOURNAL", config: {}, state: {}, messages: 2, lastSequence: 3, queues: [] };

async function* piecesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function whole(octets: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of octets) parts.push(part);
  return Buffer.concat(parts);
}

const archive = (): AsyncIterable<Uint8Array> =>
  writeArchive({
    header,
    streams: [async () => ({ ...stream, pieces: piecesOf("one", "two") }), async () => undefined],
    erasures: async () => ["user-b", "user-a"],
  });

async function* inPieces(octets: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
}

async function read(octets: Uint8Array, key?: Key, size = 7): Promise<ArchiveRecord[]> {
  const records: ArchiveRecord[] = [];
  for await (const record of readArchive(await unlock(inPieces(octets, size), key))) records.push(record);
  return records;
}

const outcomeOf = (octets: Uint8Array, key?: Key, size?: number): Promise<unknown> =>
  read(octets, key, size).catch((error: unknown) => error);

test("given an archive, when it is read in pieces of any size, then it holds what was written", async () => {
  const octets = await whole(archive());
  for (const size of [1, 7, octets.length]) {
    const records = await read(octets, undefined, size);
    expect(records.map(({ kind }) => kind)).toEqual([
      "header",
      "begin",
      "piece",
      "piece",
      "sectionEnd",
      "users",
      "sectionEnd",
      "end",
    ]);
    expect(records).toContainEqual({ kind: "header", value: header });
    expect(records).toContainEqual({ kind: "begin", value: stream });
    expect(records).toContainEqual({ kind: "users", value: ["user-a", "user-b"] });
  }
});

test("given an archive that is cut off anywhere, when it is read, then it is refused", async () => {
  const octets = await whole(archive());
  for (let length = 0; length < octets.length; length++) {
    expect([length, await outcomeOf(octets.subarray(0, length), undefined, 64)]).toEqual([
      length,
      expect.any(DamagedBackup),
    ]);
  }
});

test("given an archive of which any octet was changed, when it is read, then it is refused", async () => {
  const octets = await whole(archive());
  for (let at = 0; at < octets.length; at++) {
    const altered = Buffer.from(octets);
    altered[at] = (altered[at] as number) ^ 0x21;
    expect([at, await outcomeOf(altered, undefined, 64)]).toEqual([at, expect.any(DamagedBackup)]);
  }
});

test.each([
  ["with something behind its end", (octets: Buffer) => Buffer.concat([octets, Buffer.from("x")])],
  ["twice in one", (octets: Buffer) => Buffer.concat([octets, octets])],
  ["of another kind", () => Buffer.from("PK\u0003\u0004 and so on, for longer than a header")],
  ["that claims a record of 4 GiB", (octets: Buffer) => Buffer.concat([octets.subarray(0, 17), Buffer.alloc(5, 0xff)])],
])("given an archive %s, when it is read, then it is refused", async (_, change) => {
  expect(await outcomeOf(change(await whole(archive())))).toBeInstanceOf(DamagedBackup);
});

const identity = await generateIdentity();
const locks: readonly (readonly [string, Lock, Key])[] = [
  [
    "a passphrase",
    { kind: "passphrase", passphrase: "correct horse", workFactor: 10 },
    { kind: "passphrase", passphrase: "correct horse" },
  ],
  [
    "a public key",
    { kind: "recipients", recipients: [await identityToRecipient(identity)] },
    { kind: "identities", identities: [identity] },
  ],
];

test.each(locks)(
  "given an archive encrypted with %s, when it is opened, then its own key alone does",
  async (_, by, key) => {
    const octets = await whole(await lock(archive(), by));
    expect(octets.includes("JOURNAL")).toBe(false);
    expect((await read(octets, key)).at(-1)).toEqual({ kind: "end" });
    expect(await outcomeOf(octets)).toBeInstanceOf(WrongKey);
    expect(await outcomeOf(octets, { kind: "passphrase", passphrase: "wrong" })).toBeInstanceOf(WrongKey);
    const other = { kind: "identities", identities: [await generateIdentity()] } as const;
    expect(await outcomeOf(octets, other)).toBeInstanceOf(WrongKey);
  },
);

test("given an encrypted archive that was cut off or altered, when it is opened, then it is refused", async () => {
  const [, by, key] = locks[1] as (typeof locks)[number];
  const octets = await whole(await lock(archive(), by));
  for (const length of [1, 30, 200, octets.length - 20, octets.length - 1]) {
    expect([length, await outcomeOf(octets.subarray(0, length), key)]).toEqual([length, expect.any(DamagedBackup)]);
  }
  const altered = Buffer.from(octets);
  altered[octets.length - 30] = (altered[octets.length - 30] as number) ^ 1;
  expect(await outcomeOf(altered, key)).toBeInstanceOf(DamagedBackup);
});
