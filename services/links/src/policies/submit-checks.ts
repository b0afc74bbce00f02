import type { Logger, PageJobs, Records } from "@satchel/chassis";
import { LINK_CHECK_SECONDS, type LinkId, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { CHECK_SLICE_MS, CHECK_USERS } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";

export interface CheckDeps {
  readonly db: Kysely<LinksTables>;
  readonly jobs: Pick<PageJobs, "submit">;
  /** Under {@link UP_TO}. */
  readonly records: Records<number>;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

const WEEK_MS = LINK_CHECK_SECONDS * 1000;

/** The key of the time up to which links were submitted, in milliseconds since 1970. */
const UP_TO = "up-to";

/**
 * Submits the links whose weekly check is due. The time within the week is derived from a link's id: ids are hashes, so the
 * checks are spread evenly, and no state per link is needed. Replicas may submit the same links: the queue takes each once.
 * @returns the number of submitted links
 */
export async function submitDueChecks({ db, jobs, records, logger, now }: CheckDeps): Promise<number> {
  const at = now();
  const upTo = await records.get(UP_TO);
  // At the first run nothing is due. After a long pause each link is due once, and they are submitted in slices.
  const begin = upTo === undefined ? at : Math.max(upTo, at - WEEK_MS);
  const end = Math.min(at, begin + CHECK_SLICE_MS);
  let count = 0;
  for (const range of rangesOf(begin, end)) {
    for await (const { user_id: userId, id: linkId } of linksIn(db, range)) {
      if (await jobs.submit({ kind: "check", userId, linkId })) count++;
    }
  }
  await records.put(UP_TO, end);
  if (count > 0) logger.info({ links: count }, "links are to be checked");
  return count;
}

/** Ids from `from` on and before `to`; without `to` there is no upper bound. */
interface IdRange {
  readonly from: string;
  readonly to: string | undefined;
}

/** Values of an id's first 32 bits, which stand for the times of a week. */
const VALUES = 2 ** 32;
const valueAt = (time: number): number => Math.floor(((time % WEEK_MS) / WEEK_MS) * VALUES);
const idFrom = (value: number): string => `${value.toString(16).padStart(8, "0")}-0000-0000-0000-000000000000`;

/** The ids whose check is due between two times, at most a week apart. */
export function rangesOf(begin: number, end: number): IdRange[] {
  if (end <= begin) return [];
  const [from, to] = [valueAt(begin), valueAt(end)];
  if (end - begin < WEEK_MS && from <= to) return from === to ? [] : [{ from: idFrom(from), to: idFrom(to) }];
  return [{ from: idFrom(from), to: undefined }, ...(to === 0 ? [] : [{ from: idFrom(0), to: idFrom(to) }])];
}

/** Links of all users in a range of ids. Each query is for some users, because the table's key begins with the user. */
async function* linksIn(
  db: Kysely<LinksTables>,
  { from, to }: IdRange,
): AsyncGenerator<{ user_id: UserId; id: LinkId }> {
  const until = to === undefined ? sql`` : sql`and l.id < ${to}::uuid`;
  for (let after: UserId | undefined; ; ) {
    const afterUser = after === undefined ? sql`` : sql`where user_id > ${after}::uuid`;
    const { rows } = await sql<{ user_id: UserId; id: LinkId | null }>`
      select u.user_id, l.id
      from (select distinct user_id from links.counts ${afterUser} order by user_id limit ${CHECK_USERS}) as u
      left join links.links l on l.user_id = u.user_id and l.id >= ${from}::uuid ${until}
        and l.deleted_at is null and l.enrichment_state <> 'pending'
      order by u.user_id`.execute(db);
    for (const { user_id, id } of rows) if (id !== null) yield { user_id, id };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.user_id;
  }
}
