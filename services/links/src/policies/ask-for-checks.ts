import type { Bucket, Logger, PageJobs } from "@satchel/chassis";
import { LINK_CHECK_SECONDS, type LinkId, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { CHECK_SLICE_MS, CHECK_USERS } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";

export interface CheckingDeps {
  readonly db: Kysely<LinksTables>;
  readonly jobs: Pick<PageJobs, "submit">;
  readonly bucket: Bucket;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

const WEEK_MS = LINK_CHECK_SECONDS * 1000;

/** The key under which it is kept up to when links were sent to be checked, in milliseconds since 1970. */
const UP_TO = "up-to";

/**
 * Sends the links to be checked whose turn it is. Each has its turn at a time of the week that follows from its id, which is
 * evenly spread (UUIDv5), so that checks are too, and nothing needs to be remembered of any link. Replicas may send the same
 * links: the line takes each once.
 * @returns how many links were sent
 */
export async function askForChecks({ db, jobs, bucket, logger, now }: CheckingDeps): Promise<number> {
  const at = now();
  const { text } = await bucket.get(UP_TO);
  // The first time, nothing is due; after a long sleep, everything is once, slice by slice.
  const begin = text === undefined ? at : Math.max(Number(text), at - WEEK_MS);
  const end = Math.min(at, begin + CHECK_SLICE_MS);
  let count = 0;
  for (const range of rangesOf(begin, end)) {
    for await (const { user_id: userId, id: linkId } of linksIn(db, range)) {
      if (await jobs.submit({ kind: "check", userId, linkId })) count++;
    }
  }
  // Another replica may have been as far, give or take a moment: what is sent twice is taken once.
  await bucket.put(UP_TO, String(end));
  if (count > 0) logger.info({ links: count }, "links are to be checked");
  return count;
}

/** Ids from one up to but without another one; without an end, all from there on. */
export interface IdRange {
  readonly from: string;
  readonly to: string | undefined;
}

const WHOLE = 2 ** 32;
const placeOf = (time: number): number => Math.floor(((time % WEEK_MS) / WEEK_MS) * WHOLE);
const idAt = (place: number): string => `${place.toString(16).padStart(8, "0")}-0000-0000-0000-000000000000`;

/** The ids whose turn is between two times that lie less than a week apart, or just a week. */
export function rangesOf(begin: number, end: number): IdRange[] {
  if (end <= begin) return [];
  const [from, to] = [placeOf(begin), placeOf(end)];
  if (end - begin < WEEK_MS && from <= to) return from === to ? [] : [{ from: idAt(from), to: idAt(to) }];
  return [{ from: idAt(from), to: undefined }, ...(to === 0 ? [] : [{ from: idAt(0), to: idAt(to) }])];
}

/** Links of everybody in a range of ids, some users at a time: the table's key is by user. */
async function* linksIn(
  db: Kysely<LinksTables>,
  { from, to }: IdRange,
): AsyncGenerator<{ user_id: UserId; id: LinkId }> {
  const until = to === undefined ? sql`` : sql`and l.id < ${to}::uuid`;
  for (let after: UserId | undefined; ; ) {
    const behind = after === undefined ? sql`` : sql`where user_id > ${after}::uuid`;
    const { rows } = await sql<{ user_id: UserId; id: LinkId | null }>`
      select u.user_id, l.id
      from (select distinct user_id from links.counts ${behind} order by user_id limit ${CHECK_USERS}) as u
      left join links.links l on l.user_id = u.user_id and l.id >= ${from}::uuid ${until}
        and l.deleted_at is null and l.enrichment_state <> 'pending'
      order by u.user_id`.execute(db);
    for (const { user_id, id } of rows) if (id !== null) yield { user_id, id };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.user_id;
  }
}
