import type { CommandOutcome } from "@satchel/chassis";
import type { FindLink, PayloadOf, ResultOf } from "@satchel/contracts";
import { addressOf } from "./address-of.ts";
import type { LinkIds } from "./link-id.ts";

/**
 * The id of the link that saving an address would save again, or create. Asked of this service, which alone has the key.
 * @throws {SatchelError} `invalid` when it is no web address
 */
export const findLink =
  ({ linkIds }: { readonly linkIds: LinkIds }) =>
  async ({ userId, url }: PayloadOf<typeof FindLink>): Promise<CommandOutcome<ResultOf<typeof FindLink>>> => ({
    result: { linkId: linkIds(userId, addressOf(url).canonicalUrl) },
  });
