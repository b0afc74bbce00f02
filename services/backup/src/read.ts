import { createHash } from "node:crypto";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import {
  ArchiveEnd,
  DamagedBackup,
  Header,
  type Kind,
  kinds,
  MAGIC,
  RECORD_BYTES,
  SectionEnd,
  StreamBegin,
  Users,
} from "./archive.ts";

/** One record of an archive, its JSON checked. */
export type ArchiveRecord =
  | { readonly kind: "header"; readonly value: Header }
  | { readonly kind: "begin"; readonly value: StreamBegin }
  | { readonly kind: "piece"; readonly value: Uint8Array }
  | { readonly kind: "users"; readonly value: readonly string[] }
  | { readonly kind: "sectionEnd"; readonly value: SectionEnd }
  | { readonly kind: "end" };

const kindOf = new Map<number | undefined, Kind>(Object.entries(kinds).map(([kind, octet]) => [octet, kind as Kind]));

/** The kinds that may follow a record. */
const follows: Readonly<Record<Kind | "nothing", readonly Kind[]>> = {
  nothing: ["header"],
  header: ["begin", "users"],
  begin: ["piece", "sectionEnd"],
  piece: ["piece", "sectionEnd"],
  users: ["users", "sectionEnd"],
  sectionEnd: ["begin", "users", "end"],
  end: [],
};

/**
 * Reads an archive record by record. It is complete only if the end is reached without an error.
 * @throws {DamagedBackup} where it is cut off, altered, continues after its end, or is no archive
 */
export async function* readArchive(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveRecord> {
  const octets = new Octets(source);
  if (Buffer.from(await octets.take(MAGIC.length)).toString("latin1") !== MAGIC) {
    throw new DamagedBackup("it is no backup of Satchel, or of a version that this one does not know");
  }
  const all = createHash("sha256");
  let records = 0;
  let before: Kind | "nothing" = "nothing";
  let section = createHash("sha256");
  let size = 0;
  while (before !== "end") {
    const head = Buffer.from(await octets.take(5));
    const length = head.readUInt32BE();
    const kind = kindOf.get(head[4]);
    if (kind === undefined || length > RECORD_BYTES || !follows[before].includes(kind)) {
      throw new DamagedBackup("a record in it is not one that belongs there");
    }
    const payload = await octets.take(length);
    if (kind === "end") {
      const end = parse(ArchiveEnd, payload);
      if (end.records !== records || end.sha256 !== all.digest("hex")) throw new DamagedBackup("it was altered");
    } else {
      all.update(head).update(payload);
      records++;
    }
    if (kind === "begin") [section, size] = [createHash("sha256"), 0];
    if (kind === "users" && before !== "users") [section, size] = [createHash("sha256"), 0];
    if (kind === "piece" || kind === "users") section.update(payload);
    const record = recordOf(kind, payload);
    if (record.kind === "piece" || record.kind === "users") size += record.value.length;
    if (record.kind === "sectionEnd" && (record.value.size !== size || record.value.sha256 !== section.digest("hex"))) {
      throw new DamagedBackup("a part of it was altered");
    }
    before = kind;
    if (kind === "end") await octets.end();
    yield record;
  }
}

function recordOf(kind: Kind, payload: Uint8Array): ArchiveRecord {
  switch (kind) {
    case "header":
      return { kind, value: parse(Header, payload) };
    case "begin":
      return { kind, value: parse(StreamBegin, payload) };
    case "users":
      return { kind, value: parse(Users, payload) };
    case "sectionEnd":
      return { kind, value: parse(SectionEnd, payload) };
    case "piece":
      return { kind, value: payload };
    case "end":
      return { kind };
  }
}

function parse<T extends TSchema>(schema: T, payload: Uint8Array): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(payload).toString("utf8"));
  } catch {
    throw new DamagedBackup("a record in it can't be read");
  }
  if (!Value.Check(schema, value)) throw new DamagedBackup("a record in it is not as it should be");
  return value as Static<T>;
}

/** A source that is read by numbers of octets. */
class Octets {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffered: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.#buffered.length === 0 && !(await this.#more())) throw new DamagedBackup("it ends too early");
      parts.push(this.#buffered.subarray(0, missing));
      this.#buffered = this.#buffered.subarray(missing);
      missing -= parts.at(-1)?.length ?? 0;
    }
    return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
  }

  /** @throws {DamagedBackup} unless nothing is left */
  async end(): Promise<void> {
    while (this.#buffered.length === 0) if (!(await this.#more())) return;
    throw new DamagedBackup("something stands behind its end");
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    this.#buffered = value ?? new Uint8Array();
    return done !== true;
  }
}
