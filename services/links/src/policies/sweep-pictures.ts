import {
  type Bus,
  firstUnseen,
  type Journal,
  type KeptPicture,
  type Logger,
  openPictures,
  PICTURE_GRACE_MS,
  type Pictures,
  type Pool,
} from "@satchel/chassis";
import { erasedSubject, JOURNAL, type PictureKey, PICTURES_BYTES } from "@satchel/contracts";

export interface SweepOptions {
  readonly journal: Journal;
  readonly pool: Pool;
  readonly logger: Logger;
  /** Octets of all pictures together. Default {@link PICTURES_BYTES}. */
  readonly maxBytes?: number;
}

/** Milliseconds between two sweeps, each of which reads all links. */
const EVERY_MS = 60 * 60_000;
/** The part of the bound that is left after pictures had to make room, so that not every sweep has to make some. */
const AFTER_MAKING_ROOM = 0.9;
/** Milliseconds after an erasure: its rows are gone by then, and several are swept after together. */
const AFTER_ERASURE_MS = 30_000;

/** Removes the pictures that no link refers to any more, and the oldest when there are too many: every hour, and after an erasure. */
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
 * their page may still be described. Where the others still take more room than they may, the oldest go too, and their
 * links show a letter until their page is read again (decision 26). One replica at a time does so; the others do nothing.
 * @param now milliseconds since 1970
 * @returns the pictures that were removed
 */
export async function sweepPictures(
  { journal, pool, logger, maxBytes = PICTURES_BYTES }: SweepOptions,
  pictures: Pictures,
  now: number,
): Promise<PictureKey[]> {
  const keptBefore = now - PICTURE_GRACE_MS;
  const client = await pool.connect();
  const forsakenAmong = async (old: readonly KeptPicture[]): Promise<PictureKey[]> => {
    if (old.length === 0) return [];
    if (await isBehind(journal, pool, keptBefore)) {
      logger.info("the tables do not show all links yet: pictures are swept next time");
      return [];
    }
    const { rows } = await client.query<{ key: PictureKey }>(
      `select key from unnest($1::text[]) as key
       except select preview_key from links.links except select favicon_key from links.links`,
      [old.map(({ key }) => key)],
    );
    return rows.map(({ key }) => key);
  };
  try {
    const lock = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock(hashtext('satchel.sweep-pictures')) as mine",
    );
    if (lock.rows[0]?.mine !== true) return [];
    try {
      const kept = await pictures.list();
      const forsaken = await forsakenAmong(kept.filter(({ keptAt }) => keptAt < keptBefore));
      for (const key of forsaken) await pictures.remove(key, keptBefore);
      if (forsaken.length > 0) logger.info({ pictures: forsaken.length }, "removed pictures that no link refers to");
      const gone = new Set(forsaken);
      const crowdedOut = oldestBeyond(
        kept.filter(({ key }) => !gone.has(key)),
        maxBytes,
      );
      for (const key of crowdedOut) await pictures.remove(key, now);
      if (crowdedOut.length > 0) logger.warn({ pictures: crowdedOut.length, maxBytes }, "removed the oldest pictures");
      return [...forsaken, ...crowdedOut];
    } finally {
      await client.query("select pg_advisory_unlock(hashtext('satchel.sweep-pictures'))");
    }
  } finally {
    client.release();
  }
}

/**
 * The pictures kept longest ago that must go for the others to take no more than so many octets. By age and not by use:
 * lists show the newest first, and noting what is looked at would be a write for every look and a diary of it.
 */
export function oldestBeyond(kept: readonly KeptPicture[], maxBytes: number): PictureKey[] {
  let total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= maxBytes) return [];
  const going: PictureKey[] = [];
  for (const { key, bytes } of kept.toSorted((a, b) => a.keptAt - b.keptAt)) {
    if (total <= maxBytes * AFTER_MAKING_ROOM) break;
    total -= bytes;
    going.push(key);
  }
  return going;
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
