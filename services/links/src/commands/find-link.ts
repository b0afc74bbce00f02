import type { CommandOutcome } from "@satchel/chassis";
import type { FindLink, PayloadOf, ResultOf } from "@satchel/contracts";
import { addressOf } from "./address-of.ts";
import { findLinkId, type FindLinkIdDeps } from "./find-link-id.ts";

/**
 * The id of the link that saving an address would save again, or create.
 * @throws {SatchelError} `invalid` when it is no web address
 */
export const findLinkOf =
  (deps: FindLinkIdDeps) =>
  async ({ userId, url }: PayloadOf<typeof FindLink>): Promise<CommandOutcome<ResultOf<typeof FindLink>>> => ({
    result: { linkId: await findLinkId(deps, userId, addressOf(url).canonicalUrl) },
  });
