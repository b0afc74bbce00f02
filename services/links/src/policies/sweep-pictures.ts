import {
  exclusively,
  firstUnseen,
  type Journal,
  type PictureEntry,
  type Logger,
  PICTURE_GRACE_MS,
  type Pictures,
  type Pool,
  type PoolClient,
} from "@satchel/chassis";
import { JOURNAL, type PictureKey, PICTURES_BYTES } from "@satchel/contracts";

interface SweepOptions {
  readonly journal: Journal;
  readonly pool: Pool;
  readonly logger: Logger;
  /** Octets of all pictures together. Default {@link PICTURES_BYTES}. */
  readonly maxBytes?: number;
}

/** The part of the limit that may be used after the oldest pictures were removed, so that not every sweep removes some. */
const TARGET_USE = 0.9;
/** Pictures whose keys are in memory at the same time. */
const BATCH = 1000;
/** The numbers of pictures that a sweep removed. */
interface SweepResult {
  /** No link referred to them. */
  readonly unreferenced: number;
  /** They were the oldest, and all pictures together exceeded the limit. */
  readonly evicted: number;
}

/**
 * Removes the pictures that no link of any user refers to, except those stored within {@link PICTURE_GRACE_MS}, because the
 * event that refers to them may come later. If the others exceed the limit, also when the links could not be read, the
 * oldest are removed too, and their links show a letter until the page is refetched (decision 26). The list of pictures is
 * in a temporary table, where Postgres compares and sorts them. In the end the octets go that killed writers left. One replica sweeps at a time; the others do nothing.
 * @param now milliseconds since 1970
 * @throws when pictures can't be listed or removed
 */
export async function sweepPictures(options: SweepOptions, pictures: Pictures, now: number): Promise<SweepResult> {
  const { pool, maxBytes = PICTURES_BYTES } = options;
  const swept = await exclusively(pool, "sweep-pictures", async (client) => {
    try {
      await listInto(client, pictures);
      const removed = await removeListed(client, { ...options, maxBytes }, pictures, now);
      await pictures.sweep(now - PICTURE_GRACE_MS);
      return removed;
    } finally {
      await client.query("drop table if exists pg_temp.kept_pictures");
    }
  });
  return swept ?? { unreferenced: 0, evicted: 0 };
}

async function removeListed(
  client: PoolClient,
  { journal, pool, logger, maxBytes }: Required<SweepOptions>,
  pictures: Pictures,
  now: number,
): Promise<SweepResult> {
  const keptBefore = now - PICTURE_GRACE_MS;
  try {
    await markUnreferenced(client, { journal, pool, logger }, keptBefore);
  } catch (err) {
    // With very many links this statement may exceed its time limit. The limit on pictures is enforced anyway.
    logger.warn({ err }, "links could not be searched for pictures: only the oldest pictures may be removed now");
  }
  const unreferenced = await removeMarked(client, pictures, keptBefore);
  if (unreferenced > 0) logger.info({ pictures: unreferenced }, "removed pictures that no link refers to");
  await markOldest(client, maxBytes);
  const evicted = await removeMarked(client, pictures, now);
  if (evicted > 0) logger.warn({ pictures: evicted, maxBytes }, "removed the oldest pictures");
  return { unreferenced, evicted };
}

/** Writes the list of all stored pictures into a temporary table. */
async function listInto(client: PoolClient, pictures: Pictures): Promise<void> {
  await client.query(
    `create temporary table kept_pictures
       (key text not null, bytes bigint not null, kept_at double precision not null, is_marked boolean not null default false)`,
  );
  let batch: PictureEntry[] = [];
  const write = async (): Promise<void> => {
    await client.query(
      "insert into kept_pictures (key, bytes, kept_at) select * from unnest($1::text[], $2::bigint[], $3::float8[])",
      [batch.map(({ key }) => key), batch.map(({ bytes }) => bytes), batch.map(({ keptAt }) => keptAt)],
    );
    batch = [];
  };
  for await (const picture of pictures.list()) {
    batch.push(picture);
    if (batch.length >= BATCH) await write();
  }
  await write();
}

/** Marks the pictures stored before a time that no link refers to; none while the tables lag behind. */
async function markUnreferenced(
  client: PoolClient,
  { journal, pool, logger }: Pick<SweepOptions, "journal" | "pool" | "logger">,
  keptBefore: number,
): Promise<void> {
  const { rows } = await client.query("select from kept_pictures where kept_at < $1 limit 1", [keptBefore]);
  if (rows.length === 0) return;
  if (await isBehind(journal, pool, keptBefore)) {
    logger.info("the tables do not show all links yet: pictures are swept next time");
    return;
  }
  await client.query(
    `update kept_pictures set is_marked = true
     from (select key from kept_pictures where kept_at < $1
           except select preview_key from links.links
           except select favicon_key from links.links) as unreferenced
     where kept_pictures.key = unreferenced.key`,
    [keptBefore],
  );
}

/**
 * Marks the oldest pictures, so that the others have at most so many octets. Age counts and not use: lists show the newest
 * links first, and recording use would be a write for every view, and a privacy problem.
 */
async function markOldest(client: PoolClient, maxBytes: number): Promise<void> {
  await client.query(
    `update kept_pictures set is_marked = true
     from (select key, sum(bytes) over (order by kept_at desc, key) as with_newer from kept_pictures) as aged
     where kept_pictures.key = aged.key and with_newer > $1
       and (select sum(bytes) from kept_pictures) > $2`,
    [Math.floor(maxBytes * TARGET_USE), maxBytes],
  );
}

/** Removes the marked pictures that were not stored again in the meantime. @returns their number */
async function removeMarked(client: PoolClient, pictures: Pictures, keptBefore: number): Promise<number> {
  for (let count = 0; ; ) {
    const { rows } = await client.query<{ key: PictureKey }>(
      `delete from kept_pictures where ctid = any(array(select ctid from kept_pictures where is_marked limit ${BATCH}))
       returning key`,
    );
    if (rows.length === 0) return count;
    for (const { key } of rows) await pictures.remove(key, keptBefore);
    count += rows.length;
  }
}

/**
 * Whether the tables lack an event from before a time. During a rebuild every picture would look unreferenced. Later events
 * refer to pictures within their grace period.
 */
async function isBehind(journal: Journal, pool: Pool, before: number): Promise<boolean> {
  const { rows } = await pool.query<{ partition: number; sequence: number }>(
    "select partition, sequence from links.checkpoints",
  );
  const unseen = await firstUnseen(journal, new Map(rows.map(({ partition, sequence }) => [partition, sequence])));
  const event = await journal.jsm.streams.getMessage(JOURNAL, { seq: unseen });
  return event !== null && event.time.getTime() <= before;
}
