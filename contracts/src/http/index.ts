import * as auth from "./auth.ts";
import * as folders from "./folders.ts";
import * as links from "./links.ts";
import * as system from "./system.ts";
import * as users from "./users.ts";
import type { Operation } from "./define.ts";

export * from "./auth.ts";
export * from "./define.ts";
export * from "./folders.ts";
export * from "./links.ts";
export * from "./system.ts";
export * from "./users.ts";

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "responses" in value;

/** Every call of the HTTP API. */
export const operations: readonly Operation[] = [auth, users, links, folders, system].flatMap((module) =>
  Object.values(module).filter(isOperation),
);
