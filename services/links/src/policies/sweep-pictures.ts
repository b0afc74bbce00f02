import {
  type Bus,
  firstUnseen,
  type Journal,
  type Logger,
  openPictures,
  PICTURE_GRACE_MS,
  type Pictures,
  type Pool,
} from "@satchel/chassis";
import { erasedSubject, JOURNAL, type PictureKey } from "@satchel/contracts";

export interface SweepOptions {
  readonly journal: Journal;
  readonly pool: Pool;
  readonly logger: Logger;
}

/** Milliseconds between two sweeps, each of which reads all links. */
const EVERY_MS = 60 * 60_000;
/** Milliseconds after an erasure: its rows are gone by then, and several are swept after together. */
const AFTER_ERASURE_MS = 30_000;

/** Removes the pictures that no link refers to any more: every hour, and after an erasure. */
export async function startPictureSweep(
  options: SweepOptions & { readonly bus: Bus },
): Promise<{ stop(): Promise<void> }> {
  const { bus, logger } = options;
  const pictures = await openPictures(bus);
  let sweeping: Promise<unknown> = Promise.resolve();
  const sweep = (): void => {
    sweeping = sweeping
      .then(() => sweepPictures(options, pictures, Date.now()))
      .catch((err: unknown) => logger.warn({ err }, "pictures could not be swept"));
  };
  let soon: NodeJS.Timeout | undefined;
  const erasures = bus.nc.subscribe(erasedSubject("*"), {
    callback: () => {
      soon ??= setTimeout(() => {
        soon = undefined;
        sweep();
      }, AFTER_ERASURE_MS);
    },
  });
  const hourly = setInterval(sweep, EVERY_MS);
  return {
    stop: async () => {
      erasures.unsubscribe();
      clearInterval(hourly);
      clearTimeout(soon);
      await sweeping;
    },
  };
}

/**
 * Removes the pictures that no link of anybody refers to, but for those that were kept within {@link PICTURE_GRACE_MS}:
 * their page may still be described. One replica at a time does so; the others do nothing.
 * @param now milliseconds since 1970
 * @returns the pictures that were removed
 */
export async function sweepPictures(
  { journal, pool, logger }: SweepOptions,
  pictures: Pictures,
  now: number,
): Promise<PictureKey[]> {
  const keptBefore = now - PICTURE_GRACE_MS;
  const client = await pool.connect();
  try {
    const lock = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock(hashtext('satchel.sweep-pictures')) as mine",
    );
    if (lock.rows[0]?.mine !== true) return [];
    try {
      const old = await pictures.keptBefore(keptBefore);
      if (old.length === 0) return [];
      if (await isBehind(journal, pool, keptBefore)) {
        logger.info("the tables do not show all links yet: pictures are swept next time");
        return [];
      }
      const { rows } = await client.query<{ key: PictureKey }>(
        `select key from unnest($1::text[]) as key
         except select preview_key from links.links except select favicon_key from links.links`,
        [old],
      );
      for (const { key } of rows) await pictures.remove(key, keptBefore);
      if (rows.length > 0) logger.info({ pictures: rows.length }, "removed pictures that no link refers to");
      return rows.map(({ key }) => key);
    } finally {
      await client.query("select pg_advisory_unlock(hashtext('satchel.sweep-pictures'))");
    }
  } finally {
    client.release();
  }
}

/**
 * Whether the tables lack an event from before a time. Tables that are being built anew refer to nothing yet, and every
 * picture would look forsaken; events later than that refer to pictures that stay in any case.
 */
async function isBehind(journal: Journal, pool: Pool, before: number): Promise<boolean> {
  const { rows } = await pool.query<{ partition: number; sequence: number }>(
    "select partition, sequence from links.checkpoints",
  );
  const unseen = await firstUnseen(journal, new Map(rows.map(({ partition, sequence }) => [partition, sequence])));
  const event = await journal.jsm.streams.getMessage(JOURNAL, { seq: unseen });
  return event !== null && event.time.getTime() <= before;
}
