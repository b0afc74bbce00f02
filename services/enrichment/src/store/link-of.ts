import type { Journal } from "@satchel/chassis";
import { type AnyEvent, aggregateSubject, type LinkId, type UserId } from "@satchel/contracts";
import type { PayloadLink } from "../domain/webhook-payload.ts";
import { describedLast, findLast } from "./page-history.ts";

/** A link's address and title, as far as the newest events have them, and whether an import brought it last. */
export async function linkOf(
  journal: Journal,
  userId: UserId,
  linkId: LinkId,
): Promise<PayloadLink & { readonly isImported: boolean }> {
  const saves = new Set(["LinkSaved", "LinkSavedAgain"]);
  const subject = aggregateSubject(userId, "links", linkId);
  const [saved, described] = await Promise.all([
    findLast(journal, subject, ({ type }) => saves.has(type)),
    describedLast(journal, { userId, linkId }),
  ]);
  const data = saved?.data as Extract<AnyEvent, { type: "LinkSaved" }>["data"] | undefined;
  return {
    url: data?.url ?? described?.url ?? null,
    title: data?.title ?? described?.page.title ?? data?.suggestedTitle ?? null,
    isImported: data?.origin.kind === "import",
  };
}
