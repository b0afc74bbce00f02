import type { Kysely } from "kysely";
import type { Parts } from "../parts.ts";
import type { IdentityTables } from "../queries.ts";
import type { Claims } from "./claims.ts";
import type { Confirmations } from "./confirmations.ts";

/** What the commands about addresses are carried out with. */
export interface AddressParts extends Parts {
  readonly claims: Claims;
  readonly confirmations: Confirmations;
  /** The read tables, to count by: they may lag behind. */
  readonly tables: Kysely<IdentityTables>;
}
