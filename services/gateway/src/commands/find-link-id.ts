import { FindLink, isSatchelError, type LinkId, type UserId } from "@satchel/contracts";
import type { Parts } from "../http/parts.ts";

/** The id that the link of an address has, or would get; undefined for what is no web address. */
export async function findLinkId(
  { perform }: Pick<Parts, "perform">,
  userId: UserId,
  url: string,
): Promise<LinkId | undefined> {
  try {
    return (await perform(FindLink, { userId, url })).result.linkId;
  } catch (error) {
    if (isSatchelError(error) && error.code === "invalid") return undefined;
    throw error;
  }
}
