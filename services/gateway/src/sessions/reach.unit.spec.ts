import { operations } from "@satchel/contracts";
import { expect, test } from "vitest";
import { isWithinReach } from "./reach.ts";

test("given all calls, when a connected extension makes them, then what needs a session is within its reach only for the archive", () => {
  const kindsOf = (within: boolean): string[] => {
    const paths = operations
      .filter((operation) => operation.access !== "public" && isWithinReach(operation) === within)
      .map(({ path }) => path.split("/")[2] ?? "");
    return [...new Set(paths)].sort();
  };

  expect(kindsOf(true)).toEqual(["folders", "links", "tags"]);
  expect(kindsOf(false)).toEqual([
    "auth",
    "captures",
    "epub",
    "events",
    "exports",
    "highlights",
    "imports",
    "newsletters",
    "sender-emails",
    "subscriptions",
    "users",
  ]);
});
