import { LINKS_PER_ACCOUNT } from "@satchel/contracts";
import { Whole } from "./setting.ts";

/** What an account may keep. */
export const archiveSettings = {
  LINKS_PER_ACCOUNT: Whole({
    default: LINKS_PER_ACCOUNT,
    minimum: 1,
    maximum: 100_000_000,
    must: "be a whole number from 1 to 100000000",
    example: String(LINKS_PER_ACCOUNT),
    description: "links that one account may have, deleted ones left out",
  }),
};
