import * as answers from "./answers.ts";
import * as auth from "./auth.ts";
import * as captures from "./captures.ts";
import * as copies from "./copies.ts";
import * as connections from "./connections.ts";
import * as deletedLinks from "./deleted-links.ts";
import * as digests from "./digests.ts";
import * as duplicates from "./duplicates.ts";
import * as epub from "./epub.ts";
import * as exports from "./exports.ts";
import * as feeds from "./feeds.ts";
import * as files from "./files.ts";
import * as folders from "./folders.ts";
import * as highlights from "./highlights.ts";
import * as imports from "./imports.ts";
import * as letters from "./letters.ts";
import * as linkUpkeep from "./link-upkeep.ts";
import * as linkHistory from "./link-history.ts";
import * as links from "./links.ts";
import * as passkeys from "./passkeys.ts";
import * as passwords from "./passwords.ts";
import * as push from "./push.ts";
import * as readers from "./readers.ts";
import * as rules from "./rules.ts";
import * as senderEmails from "./sender-emails.ts";
import * as shares from "./shares.ts";
import * as singleSignOn from "./single-sign-on.ts";
import * as subscriptions from "./subscriptions.ts";
import * as system from "./system.ts";
import * as tags from "./tags.ts";
import * as tokens from "./tokens.ts";
import * as users from "./users.ts";
import * as webhooks from "./webhooks.ts";
import type { Operation } from "./define.ts";

export * from "./answers.ts";
export * from "./auth.ts";
export * from "./captures.ts";
export * from "./connections.ts";
export * from "./copies.ts";
export * from "./define.ts";
export * from "./deleted-links.ts";
export * from "./digests.ts";
export * from "./duplicates.ts";
export * from "./epub.ts";
export * from "./exports.ts";
export * from "./feeds.ts";
export * from "./files.ts";
export * from "./folders.ts";
export * from "./headers.ts";
export * from "./highlights.ts";
export * from "./imports.ts";
export * from "./letters.ts";
export * from "./link.ts";
export * from "./link-upkeep.ts";
export * from "./link-history.ts";
export * from "./links.ts";
export * from "./mcp.ts";
export * from "./passkeys.ts";
export * from "./passwords.ts";
export * from "./push.ts";
export * from "./readers.ts";
export * from "./rules.ts";
export type { Method, Route } from "./routes.ts";
export * from "./sender-emails.ts";
export * from "./shares.ts";
export * from "./single-sign-on.ts";
export * from "./subscriptions.ts";
export * from "./system.ts";
export * from "./tags.ts";
export * from "./tokens.ts";
export * from "./users.ts";
export * from "./webhooks.ts";

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "responses" in value;

export const operations: readonly Operation[] = [
  auth,
  connections,
  passwords,
  passkeys,
  singleSignOn,
  users,
  tokens,
  feeds,
  shares,
  webhooks,
  subscriptions,
  letters,
  rules,
  readers,
  senderEmails,
  linkHistory,
  links,
  deletedLinks,
  duplicates,
  linkUpkeep,
  tags,
  folders,
  files,
  imports,
  epub,
  exports,
  copies,
  highlights,
  captures,
  answers,
  system,
  digests,
  push,
].flatMap((module) => Object.values<unknown>(module).filter(isOperation));
