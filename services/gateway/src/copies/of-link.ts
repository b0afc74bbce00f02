import { type CopyId, type LinkCopies, type LinkId, SatchelError, texts, type UserId } from "@satchel/contracts";
import type { Tables } from "../queries/tables.ts";
import type { AddressedCopy, CopyAddresses } from "./addresses.ts";

/** @throws {SatchelError} `not-found` for a link that is not there, or another user's */
export async function requireLink(tables: Tables, userId: UserId, id: LinkId): Promise<void> {
  if ((await tables.findLink(userId, id)) === undefined) throw new SatchelError("not-found", texts.links.notFound);
}

/** The copies of a link as they are answered, each with the address that opens it. */
export async function copiesOf(
  { tables, addresses }: { readonly tables: Tables; readonly addresses: CopyAddresses },
  userId: UserId,
  linkId: LinkId,
): Promise<LinkCopies> {
  const { copies, ...beside } = await tables.listCopies(userId, linkId);
  const now = Date.now();
  const urlOf = (version: CopyId): string => addresses.pathOf({ userId, linkId, version } satisfies AddressedCopy, now);
  return { ...beside, copies: copies.map((copy) => ({ ...copy, open_url: urlOf(copy.version) })) };
}
