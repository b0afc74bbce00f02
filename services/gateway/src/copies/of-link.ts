import type { CopyKey } from "@satchel/chassis";
import type { CopyId, LinkCopies, LinkId, UserId } from "@satchel/contracts";
import type { Tables } from "../queries/tables.ts";
import type { CopyAddresses } from "./addresses.ts";

/** The copies of a link as they are answered, each with the address that opens it. */
export async function copiesOf(
  { tables, addresses }: { readonly tables: Tables; readonly addresses: CopyAddresses },
  userId: UserId,
  linkId: LinkId,
): Promise<LinkCopies> {
  const { copies, ...beside } = await tables.listCopies(userId, linkId);
  const now = Date.now();
  const urlOf = (version: CopyId): string => addresses.pathOf({ userId, linkId, version } satisfies CopyKey, now);
  return { ...beside, copies: copies.map((copy) => ({ ...copy, open_url: urlOf(copy.version) })) };
}
