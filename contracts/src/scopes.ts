/** All scopes that an API token can have, in the order in which they are shown. */
export const TOKEN_SCOPES = ["read", "add", "change"] as const;

/**
 * What an API token may do: `read` lists, searches and exports the archive, `add` saves links, makes folders and highlights and imports,
 * `change` does the rest with links, folders, tags and highlights, deleting included. None includes another.
 */
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/**
 * The scope that a call needs. `account`: signing in, the account and its credentials, which no token has. `none`: the
 * call shows nothing of the archive, and anybody may make it.
 */
export type CallScope = TokenScope | "account" | "none";
