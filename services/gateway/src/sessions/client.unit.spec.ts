import { expect, test } from "vitest";
import { clientNames } from "./client.ts";

test("a client's name is the same for its network, another for another network or under another key, and tells neither", () => {
  const nameOf = clientNames("k".repeat(64));

  const name = nameOf("2001:db8:1:2::1");
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(nameOf("2001:db8:1:2:ffff::9")).toBe(name);
  expect(nameOf("2001:db8:1:3::1")).not.toBe(name);
  expect(nameOf("203.0.113.7")).toBe(nameOf("::ffff:203.0.113.7"));
  expect(clientNames("x".repeat(64))("2001:db8:1:2::1")).not.toBe(name);
});
