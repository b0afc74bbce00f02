import Type, { type Static } from "typebox";

/**
 * What an API token of a program may do: `read` lists, searches and exports the archive, `add` saves links, makes
 * folders and imports, `change` does the rest with links, folders and tags, deleting included. None includes another.
 */
export const TokenScope = Type.Union([Type.Literal("read"), Type.Literal("add"), Type.Literal("change")]);
export type TokenScope = Static<typeof TokenScope>;

/** All scopes that a token can have, in the order in which they are shown. */
export const TOKEN_SCOPES: readonly TokenScope[] = ["read", "add", "change"];

/**
 * The scope that a call needs. `account`: signing in, the account and its credentials, which no token has. `none`: the
 * call shows nothing of the archive, and anybody may make it.
 */
export type CallScope = TokenScope | "account" | "none";
