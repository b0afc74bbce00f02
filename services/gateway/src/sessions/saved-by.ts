import type { Session } from "./access-token.ts";

/** What saves a link, by its session and not by the caller's input. */
export const savedBy = ({ scopes, byExtension }: Session): "token" | "extension" | "page" =>
  scopes !== undefined ? "token" : byExtension ? "extension" : "page";
