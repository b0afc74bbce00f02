import { jetstreamManager } from "@nats-io/jetstream";
import { type Bus, eraseExpired, type Logger, type Periodic, periodically } from "@satchel/chassis";
import { IMPORT_SECONDS, IMPORTS_PROGRESS, SESSION_SECONDS_STAY } from "@satchel/contracts";
import type { Session } from "../domain/session.ts";
import { SESSIONS } from "../store/sessions.ts";

/** Milliseconds between looks for what expired: what has stood for a month may stand for an hour more. */
const EVERY_MS = 3_600_000;

/** A bucket, and which of its values, written so many seconds ago or more, have expired. */
interface Expiring {
  readonly bucket: string;
  readonly seconds: number;
  readonly isDue: (text: string, now: number) => boolean;
}

/**
 * What tells of people and expires: devices, names of files, entries that were skipped. The other buckets that expire hold
 * keyed hashes.
 */
const EXPIRING: readonly Expiring[] = [
  // Those of connected extensions stand longer, and say so.
  {
    bucket: SESSIONS.bucket,
    seconds: SESSION_SECONDS_STAY,
    isDue: (text, now) => (JSON.parse(text) as Session).expiresAt <= now,
  },
  { bucket: IMPORTS_PROGRESS, seconds: IMPORT_SECONDS, isDue: () => true },
];

/** Erases what expired, so that nothing is left of it on the disk when its user is erased later. */
export async function eraseWhatExpires(bus: Bus, clock: () => number, logger: Logger): Promise<Periodic> {
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000, checkAPI: false });
  return periodically("expired records", EVERY_MS, logger, async () => {
    const now = clock();
    for (const { bucket, seconds, isDue } of EXPIRING) {
      await eraseExpired(jsm, bucket, seconds, now, (text) => isDue(text, now));
    }
  });
}
