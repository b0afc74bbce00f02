import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  type JetStreamManager,
  jetstreamManager,
  StorageType,
} from "@nats-io/jetstream";
import { type Bus, openErasures } from "@satchel/chassis";
import { BACKED_UP, ERASURES, JOURNAL, NOT_BACKED_UP, RESTORED_KEY, RESTORING, type UserId } from "@satchel/contracts";
import { DamagedBackup, type QueueMark, type StreamBegin } from "./archive.ts";
import { type Key, unlock } from "./encryption.ts";
import { type BackupContent, examine } from "./examine.ts";
import { octetsOf } from "./files.ts";
import { readArchive } from "./read.ts";
import { type StreamRestore, restoreStream } from "./snapshot.ts";

/** The restore can't begin; the message says why. */
export class RestoreRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RestoreRefused";
  }
}

interface RestoreOptions {
  readonly bus: Bus;
  readonly file: string;
  readonly key?: Key | undefined;
  readonly force: boolean;
  /** Further backups, of everything or of erasures, whose erased users stay erased. */
  readonly erasures: readonly string[];
  /** Checks the backup's content before anything is changed. @throws when it does not fit */
  readonly accept: (examined: BackupContent) => Promise<void>;
  /** Work outside the bus, done while no service can start. */
  readonly prepare: (examined: BackupContent) => Promise<void>;
}

/**
 * Replaces the content of the bus by a backup. The backup is read to its end first, so a damaged one changes nothing. Then a
 * mark on the bus prevents services from starting until the restore is complete; a killed restore has to be repeated.
 * @throws {DamagedBackup | WrongKey | RestoreRefused}
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupContent> {
  const { bus, file, key } = options;
  const examined = await examine(octetsOf(file), key);
  if (examined.header.holds !== "everything") {
    throw new RestoreRefused(`${file} holds the list of erasures alone: it goes with --erasures`);
  }
  const erased = new Set(examined.erased);
  for (const other of options.erasures)
    for (const user of (await examine(octetsOf(other), key)).erased) erased.add(user);

  const jsm = await jetstreamManager(bus.nc, { timeout: 30_000 });
  await assertIdle(bus);
  await assertEmpty(jsm, options.force);
  await options.accept(examined);

  await jsm.streams.add({
    name: RESTORING,
    subjects: [],
    storage: StorageType.File,
    metadata: { from: examined.header.id },
  });
  await options.prepare(examined);
  // First, so that users who were erased here stay erased if the restore fails.
  await addErased(bus, erased);
  for (const name of await streamNames(jsm)) {
    if (name !== ERASURES && (BACKED_UP.includes(name) || NOT_BACKED_UP.includes(name))) await jsm.streams.delete(name);
  }
  await fill(bus, jsm, file, key);
  await jsm.streams.delete(RESTORING);
  return examined;
}

/** Adds users to the list of erasures on the bus, from which nobody is ever removed. */
async function addErased(bus: Bus, users: Iterable<string>): Promise<void> {
  const erasures = await openErasures(bus);
  const known = new Set(await erasures.list());
  for (const user of users) if (!known.has(user as UserId)) await erasures.add(user as UserId);
}

/** Services answer pings of the NATS services framework. */
async function assertIdle({ nc }: Bus): Promise<void> {
  const answer = await nc.request("$SRV.PING", "", { timeout: 1000 }).catch(() => undefined);
  if (answer !== undefined) {
    throw new RestoreRefused("Satchel runs on this bus: stop it, or all of its services, before a backup is restored");
  }
}

async function assertEmpty(jsm: JetStreamManager, force: boolean): Promise<void> {
  const names = await streamNames(jsm);
  if (force || names.includes(RESTORING)) return;
  for (const name of names.filter((found) => BACKED_UP.includes(found))) {
    const { state } = await jsm.streams.info(name);
    if (state.last_seq === 0) continue;
    throw new RestoreRefused(
      `There is something already (${name} has ${state.messages} messages). A restore replaces all of it: take a backup first, then add --force`,
    );
  }
}

async function streamNames(jsm: JetStreamManager): Promise<string[]> {
  const names: string[] = [];
  for await (const name of jsm.streams.names()) names.push(name);
  return names;
}

/** Reads the backup again and creates its streams. @throws {DamagedBackup} where it was altered since it was read first */
async function fill(bus: Bus, jsm: JetStreamManager, file: string, key: Key | undefined): Promise<void> {
  let restoredId = "";
  let current: { readonly stream: StreamBegin; readonly restoring: StreamRestore } | undefined;
  for await (const record of readArchive(await unlock(octetsOf(file), key))) {
    if (record.kind === "header") restoredId = record.value.id;
    else if (record.kind === "begin") {
      const metadata = record.value.name === JOURNAL ? { [RESTORED_KEY]: `${restoredId} ${Date.now()}` } : {};
      current = { stream: record.value, restoring: await restoreStream(bus, record.value, metadata) };
    } else if (record.kind === "piece") await current?.restoring.take(record.value);
    else if (record.kind === "sectionEnd" && current !== undefined) {
      await finish(jsm, current.stream, current.restoring);
      current = undefined;
    }
  }
}

async function finish(jsm: JetStreamManager, stream: StreamBegin, restoring: StreamRestore): Promise<void> {
  const { name, lastSequence, queues } = stream;
  const made = await restoring.finish();
  // Writes during the snapshot may have added events, but none may be missing.
  if (made.lastSequence < lastSequence) {
    throw new DamagedBackup(`${name} came back to sequence ${made.lastSequence} and not to ${lastSequence}`);
  }
  for (const queue of queues) await jsm.consumers.add(name, consumerOf(queue));
}

/** The settings of a consumer that a restore keeps. */
const RESTORED_SETTINGS = new Set(["durable_name", "filter_subjects", "ack_wait", "max_deliver", "max_ack_pending"]);

/** The consumer of a queue, which continues after its finished work. */
function consumerOf({ config, done }: QueueMark): Partial<ConsumerConfig> {
  const from =
    done === 0
      ? { deliver_policy: DeliverPolicy.All }
      : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: done + 1 };
  const kept = Object.entries(config).filter(([name]) => RESTORED_SETTINGS.has(name));
  return { ...Object.fromEntries(kept), ack_policy: AckPolicy.Explicit, ...from };
}
