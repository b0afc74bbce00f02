import { jetstreamManager } from "@nats-io/jetstream";
import { type Bus, eraseExpired, type Logger, type Periodic, periodically } from "@satchel/chassis";
import { IMPORT_SECONDS, IMPORTS_PROGRESS, SESSION_SECONDS_STAY } from "@satchel/contracts";
import type { Session } from "../domain/session.ts";
import { SESSIONS } from "../store/sessions.ts";

/** Milliseconds between two runs: after a month, an hour more does not matter. */
const EVERY_MS = 3_600_000;

interface ExpiringBucket {
  readonly bucket: string;
  readonly seconds: number;
  readonly isDue: (text: string, now: number) => boolean;
}

/**
 * Expiring records with personal data: devices, names of files, skipped entries. The other expiring buckets hold keyed
 * hashes.
 */
const EXPIRING: readonly ExpiringBucket[] = [
  // Those of connected extensions live longer; each record has its own expiry.
  {
    bucket: SESSIONS.bucket,
    seconds: SESSION_SECONDS_STAY,
    isDue: (text, now) => (JSON.parse(text) as Session).expiresAt <= now,
  },
  { bucket: IMPORTS_PROGRESS, seconds: IMPORT_SECONDS, isDue: () => true },
];

/** Overwrites expired records, so that nothing of them is left on the disk when their user is erased later. */
export async function eraseWhatExpires(bus: Bus, clock: () => number, logger: Logger): Promise<Periodic> {
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000, checkAPI: false });
  return periodically("expired records", EVERY_MS, logger, async () => {
    const now = clock();
    for (const { bucket, seconds, isDue } of EXPIRING) {
      await eraseExpired(jsm, bucket, seconds, now, (text) => isDue(text, now));
    }
  });
}
