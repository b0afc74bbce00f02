import type { Operation } from "@satchel/contracts";

/** The calls of a connected extension. */
const ARCHIVE = ["/api/links/", "/api/folders/", "/api/tags/"] as const;

/**
 * Whether a connected extension may make a call: those on the archive, and public ones (RFC 9700 section 2.3, least
 * privilege). All others are refused, new ones included.
 */
export const isWithinReach = ({ access, path }: Pick<Operation, "access" | "path">): boolean =>
  access === "public" || ARCHIVE.some((part) => path.startsWith(part));
