import type { Operation } from "@satchel/contracts";

/** What a connected extension is for. */
const ARCHIVE = ["/api/links/", "/api/folders/", "/api/tags/"] as const;

/**
 * Whether a connected extension may make a call: those on the archive, and those that anyone may (RFC 9700 section 2.3, the
 * least privilege that will do). What is not named is out of its reach, new calls included.
 */
export const isWithinReach = ({ access, path }: Pick<Operation, "access" | "path">): boolean =>
  access === "public" || ARCHIVE.some((part) => path.startsWith(part));
