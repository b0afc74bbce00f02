/**
 * The limits that users, operators or more than one part of the system meet: each a named number with its unit and its
 * reason. A service's inner timings are in its own `src/limits.ts`.
 */
export * from "./accounts.ts";
export * from "./answers.ts";
export * from "./attachments.ts";
export * from "./copies.ts";
export * from "./digests.ts";
export * from "./epub.ts";
export * from "./highlights.ts";
export * from "./letters.ts";
export * from "./links.ts";
export * from "./mail.ts";
export * from "./mcp.ts";
export * from "./operator.ts";
export * from "./pages.ts";
export * from "./shares.ts";
export * from "./subscriptions.ts";
export * from "./push.ts";
export * from "./readers.ts";
export * from "./rules.ts";
export * from "./system.ts";
export * from "./webhooks.ts";
