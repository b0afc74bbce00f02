import { BACKED_UP, ERASURES, JOURNAL } from "@satchel/contracts";
import { DamagedBackup, type Header, type StreamBegin } from "./archive.ts";
import { type Key, unlock } from "./encryption.ts";
import { readArchive } from "./read.ts";

/** The content of a backup, which was read to its end. */
export interface BackupContent {
  readonly header: Header;
  readonly streams: readonly Pick<StreamBegin, "name" | "messages" | "lastSequence">[];
  /** The users who were erased by then. */
  readonly erased: readonly string[];
}

/**
 * Reads a backup to its end.
 * @throws {DamagedBackup} when it is incomplete, altered, or has invalid content
 * @throws {WrongKey} when it can't be opened
 */
export async function examine(octets: AsyncIterable<Uint8Array>, key: Key | undefined): Promise<BackupContent> {
  let header: Header | undefined;
  const streams: BackupContent["streams"][number][] = [];
  const erased: string[] = [];
  for await (const record of readArchive(await unlock(octets, key))) {
    if (record.kind === "header") header = record.value;
    else if (record.kind === "users") for (const user of record.value) erased.push(user);
    else if (record.kind === "begin") {
      const { name, config, messages, lastSequence } = record.value;
      const isOurs = BACKED_UP.includes(name) && name !== ERASURES && config.name === name;
      if (!isOurs || streams.some((other) => other.name === name)) {
        throw new DamagedBackup(`the stream ${name} does not belong there`);
      }
      streams.push({ name, messages, lastSequence });
    }
  }
  if (header === undefined) throw new DamagedBackup("it has no header");
  if ((header.holds === "everything") !== streams.some(({ name }) => name === JOURNAL)) {
    throw new DamagedBackup("it does not hold what it says");
  }
  return { header, streams, erased };
}
