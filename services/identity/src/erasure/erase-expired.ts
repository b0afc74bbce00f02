import { jetstreamManager } from "@nats-io/jetstream";
import { type Bus, eraseExpired, type Logger, type Periodic, periodically } from "@satchel/chassis";
import { IMPORT_SECONDS, IMPORTS_PROGRESS } from "@satchel/contracts";
import { SESSIONS } from "../sessions.ts";

/** Milliseconds between looks for what expired: what has stood for a month may stand for an hour more. */
const EVERY_MS = 3_600_000;

/**
 * What tells of people and expires: devices, names of files, entries that were skipped. The other buckets that expire hold
 * keyed hashes.
 */
const EXPIRING: Readonly<Record<string, number>> = {
  [SESSIONS.bucket]: SESSIONS.lifetime.seconds,
  [IMPORTS_PROGRESS]: IMPORT_SECONDS,
};

/** Erases what expired, so that nothing is left of it on the disk when its user is erased later. */
export async function eraseWhatExpires(bus: Bus, clock: () => number, logger: Logger): Promise<Periodic> {
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000 });
  return periodically("expired records", EVERY_MS, logger, async () => {
    for (const [bucket, seconds] of Object.entries(EXPIRING)) await eraseExpired(jsm, bucket, seconds, clock());
  });
}
