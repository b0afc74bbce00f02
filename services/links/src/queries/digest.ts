import { DIGEST_COUNTED, type DigestLinks, type Link, type UserId } from "@satchel/contracts";
import { CompiledQuery, type Kysely } from "kysely";
import { type Day, earlierDays } from "../domain/earlier-days.ts";
import type { LinkRow, LinksTables } from "../projection/tables.ts";
import { SHOWN, toLink } from "./to-link.ts";

/** What a digest asks for. */
interface DigestQuery {
  /** The time from which on links, mails and gone pages are new. */
  readonly since: Date;
  /** When it is sent: one link is of this day in an earlier year. */
  readonly now: Date;
  /** The zone of its owner, whose days these are. */
  readonly zone: string;
  /** Links of each kind at most. */
  readonly most: number;
}

/** Links that were saved this long before the digest are old. */
const OLD_DAYS = 180;

const COLUMNS = SHOWN.join(", ");
const FROM = "from links.links where user_id = $1 and deleted_at is null";
const NEWEST = "order by saved_at desc, position desc";
const IS_LETTER = "url like 'mid:%'";

/** Reads what a digest is about, in a few statements of which each has an index. */
export async function findDigestLinks(
  db: Kysely<LinksTables>,
  userId: UserId,
  { since, now, zone, most }: DigestQuery,
): Promise<DigestLinks> {
  const read = async (where: string, values: readonly unknown[], order = NEWEST, limit = most): Promise<Link[]> => {
    const statement = `select ${COLUMNS} ${FROM} and ${where} ${order} limit ${limit}`;
    const { rows } = await db.executeQuery<LinkRow>(CompiledQuery.raw(statement, [userId, ...values]));
    return rows.map(toLink);
  };
  const due = await read("remind_at is not null and due_since is not null", []);
  const isUnread = `visit_count = 0 and saved_at >= $2 and remind_at is null and not (${IS_LETTER})`;
  const unread = await read(isUnread, [since]);
  const { rows } = await db.executeQuery<{ count: number }>(
    CompiledQuery.raw(
      `select count(*)::int as count from (select ${FROM} and ${isUnread} limit ${DIGEST_COUNTED + 1}) as unread`,
      [userId, since],
    ),
  );
  const gone = await read("health_state = 'gone' and health_checked_at >= $2", [since]);
  const letters = await read(`saved_at >= $2 and ${IS_LETTER}`, [since]);
  const old = new Date(since.getTime() - OLD_DAYS * 86_400_000);
  const oldest = () => read("visit_count = 0 and saved_at < $2", [old], "order by saved_at, position", 1);
  const days = earlierDays(now, zone);
  let [found] = days.length === 0 ? [] : await read(...ofDays(days), NEWEST, 1);
  found ??= (await oldest())[0];
  const shown = new Set([...due, ...unread].map(({ id }) => id));
  return {
    due,
    unread,
    unreadCount: rows[0]?.count ?? unread.length,
    old: found === undefined || shown.has(found.id) ? undefined : found,
    gone: gone.filter(({ id }) => !shown.has(id)),
    letters: letters.filter(({ id }) => !shown.has(id)),
  };
}

/** The condition that a link was saved on one of some days, and its values. */
function ofDays(days: readonly Day[]): [string, Date[]] {
  const conditions = days.map((_, at) => `(saved_at >= $${2 * at + 2} and saved_at < $${2 * at + 3})`);
  return [`(${conditions.join(" or ")})`, days.flatMap(({ from, until }) => [from, until])];
}
