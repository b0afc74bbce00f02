import type { Link, UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import { addressOf } from "../commands/address-of.ts";
import { linkIdOf } from "../commands/link-id.ts";
import type { LinksTables } from "../projection/tables.ts";
import { findLink } from "./list.ts";

/**
 * The link that saving this address would save again; undefined where the user does not keep it.
 * @throws {SatchelError} `invalid` when it is no web address
 */
export const lookUpLink = (db: Kysely<LinksTables>, userId: UserId, url: string): Promise<Link | undefined> =>
  findLink(db, userId, linkIdOf(userId, addressOf(url).canonicalUrl));
