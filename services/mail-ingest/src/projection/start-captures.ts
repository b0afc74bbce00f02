import { setTimeout as sleep } from "node:timers/promises";
import {
  type databaseSettings,
  type Foundation,
  type FoundationSettings,
  isReady,
  type Logger,
  openFoundation,
  overwriteMessages,
  type Periodic,
  periodically,
  queriesOver,
  type RunningService,
} from "@satchel/chassis";
import { JOURNAL } from "@satchel/contracts";
import { GIVE_UP_EVERY_MS, JOURNAL_RETRY_MS } from "../limits.ts";
import { capturesProjection } from "./projection.ts";
import type { CapturesTables } from "./tables.ts";
import { giveUpMails } from "../policies/give-up-captures.ts";

/** For tests: the clock in milliseconds since the epoch, and the interval of giving up old captures. */
export interface Time {
  readonly now?: () => number;
  readonly giveUpEveryMs?: number;
}

/** Without `DATABASE_URL` this process keeps no tables; another replica may. */
export type CapturesSettings = Omit<FoundationSettings, keyof typeof databaseSettings> & {
  readonly [Name in keyof typeof databaseSettings]?: FoundationSettings[Name] | undefined;
};

/**
 * Starts keeping the tables of captures. Returns at once and connects in the background, with retries without end: the SMTP door accepts
 * mail without a database, and answers 451 without the bus.
 */
export function startCaptures(
  config: CapturesSettings,
  logger: Logger,
  { now = Date.now, giveUpEveryMs = GIVE_UP_EVERY_MS }: Time = {},
): RunningService {
  const { name } = capturesProjection;
  const { DATABASE_URL, DATABASE_CONNECTIONS = 1 } = config;
  if (DATABASE_URL === undefined) {
    logger.warn("DATABASE_URL is not set: what becomes of mails is not shown by this process");
    return { name, checks: () => ({}), stop: async () => undefined };
  }
  const stopping = new AbortController();
  let base: Foundation | undefined;
  let giving: Periodic | undefined;

  const open = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const opened = await openFoundation(
          { ...config, DATABASE_URL, DATABASE_CONNECTIONS },
          capturesProjection,
          logger,
        );
        if (stopping.signal.aborted) return await opened.close();
        base = opened;
        const db = queriesOver<CapturesTables>(opened.pool);
        // One by one: there are few, and another replica may erase the same ones.
        const erase = (subject: string, before: number) =>
          overwriteMessages(opened.journal.jsm, JOURNAL, subject, before);
        giving = periodically("giving up old captures", giveUpEveryMs, logger, async () => {
          // Tables that are being rebuilt, or lag behind, wait for the next run.
          if (isReady(opened.checks())) await giveUpMails({ erase, db, logger, now });
        });
        return;
      } catch (err) {
        logger.error({ err }, "the tables of captures can't be opened; trying again");
        await sleep(JOURNAL_RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  void open();

  return {
    name,
    checks: () => base?.checks() ?? { [`${name} tables`]: "starting" },
    stop: async () => {
      // A connection attempt that has no end yet is not waited for: it ends with the process.
      stopping.abort();
      await giving?.stop();
      await base?.close();
    },
  };
}
