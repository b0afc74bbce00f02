import type { Session } from "./access-token.ts";

/** What saves a link, by its session and not by the caller's input. */
export const savedBy = ({ scopes, byExtension }: Session): "token" | "extension" | "page" =>
  scopes !== undefined ? "token" : byExtension ? "extension" : "page";

/** For a save: what is known already, deleted or not, stays as it is where an API token may only add. */
export const sparesKnown = ({ scopes }: Pick<Session, "scopes">): { readonly keepsKnown?: true } =>
  scopes?.includes("change") === false ? { keepsKnown: true } : {};
