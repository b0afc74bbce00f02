import { type Bus, eraseExpired, type Logger, type Periodic, periodically } from "@satchel/chassis";
import {
  API_TOKENS,
  IMPORT_SECONDS,
  IMPORTS_PROGRESS,
  INVITATION_SECONDS,
  SESSION_SECONDS_STAY,
} from "@satchel/contracts";
import { type ApiToken, hasExpired } from "../domain/api-token.ts";
import type { InvitationRecord } from "../domain/invitation.ts";
import type { Session } from "../domain/session.ts";
import { INVITED } from "../store/invitations.ts";
import { SESSIONS } from "../store/sessions.ts";

/** Milliseconds between two runs: records expire after a month, so an hour more does not matter. */
const EVERY_MS = 3_600_000;

interface ExpiringBucket {
  readonly bucket: string;
  readonly seconds: number;
  readonly isDue: (text: string, now: number) => boolean;
}

/**
 * Buckets with an expiry and personal data: devices, names of tokens and files, skipped entries, invited addresses. The
 * other buckets with an expiry hold keyed hashes.
 */
const EXPIRING: readonly ExpiringBucket[] = [
  // Sessions of extensions live longer, so each record has its own expiry.
  {
    bucket: SESSIONS.bucket,
    seconds: SESSION_SECONDS_STAY,
    isDue: (text, now) => (JSON.parse(text) as Session).expiresAt <= now,
  },
  // Many have no expiry; the shortest is a day.
  {
    bucket: API_TOKENS,
    seconds: 24 * 3600,
    isDue: (text, now) => hasExpired(JSON.parse(text) as ApiToken, now),
  },
  {
    bucket: INVITED.bucket,
    seconds: INVITATION_SECONDS,
    isDue: (text, now) => (JSON.parse(text) as InvitationRecord).expiresAt <= now,
  },
  { bucket: IMPORTS_PROGRESS, seconds: IMPORT_SECONDS, isDue: () => true },
];

/** Overwrites expired records every hour: otherwise their content would stay on the disk when their user is erased. */
export function startExpiryEraser({ jsm }: Bus, clock: () => number, logger: Logger): Periodic {
  return periodically("expired records", EVERY_MS, logger, async () => {
    const now = clock();
    for (const { bucket, seconds, isDue } of EXPIRING) {
      await eraseExpired(jsm, bucket, seconds, now, (text) => isDue(text, now));
    }
  });
}
