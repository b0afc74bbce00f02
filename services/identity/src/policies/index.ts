import { type CommandHandler, type Foundation, openErasures, type Periodic, type QueueWorker } from "@satchel/chassis";
import type { Parts } from "../commands/parts.ts";
import type { IdentityConfig } from "../config.ts";
import { startExpiryEraser } from "./erase-expired.ts";
import { eraseUser } from "../commands/erase-user.ts";
import { openEraser } from "../accounts/eraser.ts";
import { startErasureQueues } from "./erase-accounts.ts";
import { replayErasures } from "./replay-erasures.ts";

export interface Erasure {
  readonly commands: CommandHandler[];
  readonly queues: readonly QueueWorker[];
  readonly expired: Periodic;
}

/** Starts the erasure of accounts; resolves when every account that was erased before is closed. */
export async function startErasure(
  { bus, journal }: Foundation,
  parts: Parts,
  { OUTBOX_DIR, SMTP_URL }: Pick<IdentityConfig, "OUTBOX_DIR" | "SMTP_URL">,
): Promise<Erasure> {
  const { claims, suspension, clock, logger } = parts;
  const erasures = await openErasures(bus);
  const eraser = openEraser({ ...parts, bus, erasures, outboxDir: OUTBOX_DIR });
  await replayErasures(erasures, eraser, logger);
  return {
    commands: [eraseUser({ ...parts, eraser, hasRelay: SMTP_URL !== undefined })],
    queues: await startErasureQueues({ journal, eraser, claims, suspension, clock, logger }),
    expired: startExpiryEraser(bus, clock, logger),
  };
}
