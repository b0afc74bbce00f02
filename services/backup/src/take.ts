import { randomUUID } from "node:crypto";
import { type JetStreamManager, jetstreamManager, RetentionPolicy } from "@nats-io/jetstream";
import { assertRestored, type Bus, findStream, listErased } from "@satchel/chassis";
import { BACKED_UP, ERASURES, JOURNAL } from "@satchel/contracts";
import type { Header, QueueMark } from "./archive.ts";
import { type Key, type Lock, lock } from "./encryption.ts";
import { examine, type BackupContent } from "./examine.ts";
import { hashOf, octetsOf, writeComplete, type FileDigest } from "./files.ts";
import { snapshot } from "./snapshot.ts";
import { assertReadable } from "./unreadable.ts";
import { type StreamSection, writeArchive } from "./write.ts";

interface BackupOptions {
  readonly bus: Bus;
  readonly file: string;
  readonly holds: Header["holds"];
  /** Without one, the file is not encrypted. */
  readonly lock?: Lock | undefined;
  readonly addressKeyMark?: string | undefined;
  readonly secret?: string | undefined;
}

/**
 * A backup that was written and verified. `contents` is missing where only the holder of the secret key can read it.
 */
interface Backup extends FileDigest {
  readonly contents: BackupContent | undefined;
}

/**
 * Writes a backup while the system runs, verifies it, and gives it its name.
 * @throws the fault; there is no file then
 */
export async function takeBackup(options: BackupOptions): Promise<Backup> {
  const { bus, file, holds, addressKeyMark, secret } = options;
  const jsm = await jetstreamManager(bus.nc, { timeout: 30_000 });
  await assertRestored(jsm);
  if (holds === "everything" && (await findStream(jsm, JOURNAL)) === undefined) {
    throw new Error("There is nothing to back up: the bus has no journal. Is it the right DATA_DIR or NATS_URL?");
  }
  const header: Header = {
    holds,
    id: randomUUID(),
    begunAt: new Date().toISOString(),
    natsVersion: bus.nc.info?.version ?? "unknown",
    ...(addressKeyMark === undefined ? {} : { addressKeyMark }),
    ...(secret === undefined || holds === "erasures" ? {} : { secret }),
  };
  const names = holds === "everything" ? BACKED_UP.filter((name) => name !== ERASURES) : [];
  const streams = names.map((name) => () => sectionOf(bus, jsm, name));
  const erasures = async (): Promise<readonly string[]> => {
    await assertRestored(jsm);
    return listErased(jsm);
  };
  const archive = writeArchive({ header, streams, erasures });
  const octets = await lock(archive, options.lock);
  let contents: BackupContent | undefined;
  const written = await writeComplete(file, octets, async (draft, { sha256 }) => {
    if ((await hashOf(draft)).sha256 !== sha256) throw new Error(`What ${draft} holds is not what was written to it`);
    const { lock: by } = options;
    if (by?.kind !== "recipients") contents = await examine(octetsOf(draft), by satisfies Key | undefined);
  });
  return { ...written, contents };
}

/** The section of a stream; undefined where it does not exist. A restore that has begun since removes streams. */
async function sectionOf({ nc }: Bus, jsm: JetStreamManager, name: string): Promise<StreamSection | undefined> {
  await assertRestored(jsm);
  const found = await findStream(jsm, name);
  if (found === undefined) return undefined;
  // Read before the events. Work that a queue does meanwhile is repeated, which is harmless; read later, it could count as
  // done although its events are missing in the backup.
  const queues = name === JOURNAL ? await queuesOf(jsm) : [];
  // A queue of jobs can't be read beside its workers.
  if (found.config.retention !== RetentionPolicy.Workqueue) await assertReadable(nc, jsm, name);
  const { config, state, pieces } = await snapshot(nc, name);
  return { name, config, state, messages: state.messages, lastSequence: state.last_seq, queues, pieces };
}

async function queuesOf(jsm: JetStreamManager): Promise<QueueMark[]> {
  const marks: QueueMark[] = [];
  for await (const { config, ack_floor } of jsm.consumers.list(JOURNAL)) {
    if (config.durable_name === undefined) continue;
    marks.push({ config: { ...config } as Record<string, unknown>, done: ack_floor.stream_seq });
  }
  return marks;
}
