import { LINKS_PER_ACCOUNT } from "@satchel/contracts";
import { Whole } from "./setting.ts";

/** Quotas of an account. */
export const archiveSettings = {
  LINKS_PER_ACCOUNT: Whole({
    default: LINKS_PER_ACCOUNT,
    minimum: 1,
    maximum: 100_000_000,
    description: "links that one account may have, deleted ones left out",
  }),
};
