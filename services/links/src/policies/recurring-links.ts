import type { Journal } from "@satchel/chassis";
import { aggregateSubject, type LinkId, type LinkOrigin, type MailId, type UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import { FOOTER_EVENTS, FOOTER_LINKS, FOOTER_MAILS } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";

export interface RecurringLinksDeps {
  readonly journal: Pick<Journal, "readBack">;
  readonly db: Kysely<LinksTables>;
}

type MailOrigin = Extract<LinkOrigin, { kind: "mail" }>;

/**
 * Finds the links of a mail that are in most mails of its sender, as in a footer: they are saved already, and were in more
 * than half of the last mails that had another link too (decision 54). Never all links of the mail, and none when fewer than
 * {@link FOOTER_MAILS} mails can be compared. Mails that the tables do not show yet are not compared, so a redelivered mail
 * may have one more.
 */
export async function recurringLinks(
  deps: RecurringLinksDeps,
  userId: UserId,
  origin: MailOrigin,
  linkIds: readonly LinkId[],
): Promise<ReadonlySet<LinkId>> {
  const none = new Set<LinkId>();
  if (linkIds.length < 2) return none;
  const rows = deps.db.selectFrom("links.links").where("user_id", "=", userId);
  const known = await rows.select("id").where("id", "in", linkIds).execute();
  if (known.length === 0) return none;
  const others = await rows
    .select(["id", "position"])
    .where("id", "not in", linkIds)
    .where("deleted_at", "is", null)
    .orderBy("saved_at", "desc")
    .orderBy("position", "desc")
    .limit(FOOTER_LINKS)
    .execute();
  const mails = new Set<MailId>();
  for (const { id, position } of others) {
    for (const mailId of await mailsOf(deps, userId, origin, id, 1, position)) mails.add(mailId);
    if (mails.size === FOOTER_MAILS.most) break;
  }
  if (mails.size < FOOTER_MAILS.fewest) return none;
  const recurring = new Set<LinkId>();
  for (const { id } of known) {
    const count = (await mailsOf(deps, userId, origin, id, FOOTER_EVENTS)).filter((mailId) => mails.has(mailId)).length;
    if (count >= FOOTER_MAILS.fewest && count > mails.size / 2) recurring.add(id);
  }
  return recurring.size === linkIds.length ? none : recurring;
}

/** The other mails of a sender that brought a link, newest first, among the link's newest events. */
async function mailsOf(
  { journal }: RecurringLinksDeps,
  userId: UserId,
  { sender, mailId }: MailOrigin,
  linkId: LinkId,
  events: number,
  from?: number,
): Promise<MailId[]> {
  const mails = new Set<MailId>();
  let left = events;
  for await (const { data } of journal.readBack(aggregateSubject(userId, "links", linkId), from)) {
    const { origin } = data as { origin?: LinkOrigin };
    if (origin?.kind === "mail" && origin.sender === sender && origin.mailId !== mailId) mails.add(origin.mailId);
    if (--left === 0) break;
  }
  return [...mails];
}
