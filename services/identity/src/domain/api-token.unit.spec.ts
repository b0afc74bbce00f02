import { TOKEN_CHECK_SECONDS } from "@satchel/contracts";
import { expect, test } from "vitest";
import { hasExpired, makeApiToken, useApiToken } from "./api-token.ts";

const DAY = 24 * 3600 * 1000;
const token = makeApiToken({ name: "Phone", scopes: ["change", "read"], expiresInDays: 2 }, "hash", 1000);

test("given what its owner chose, when a token is made, then it holds the hash, and its scopes in their order", () => {
  expect(token).toEqual({
    name: "Phone",
    scopes: ["read", "change"],
    secretHash: "hash",
    createdAt: 1000,
    expiresAt: 1000 + 2 * DAY,
  });
});

test("given an expiry, then the token is valid up to it; given none, then for ever", () => {
  expect(hasExpired(token, 1000 + 2 * DAY - 1)).toBe(false);
  expect(hasExpired(token, 1000 + 2 * DAY)).toBe(true);
  expect(hasExpired(makeApiToken({ name: "Phone", scopes: ["read"] }, "hash", 0), 1e15)).toBe(false);
});

test("given uses within a minute, then the first is noted; a minute later the next one is", () => {
  const first = useApiToken(token, { device: "curl", address: "203.0.113.7" }, 5000);
  expect(first.lastUse).toEqual({ at: 5000, device: "curl", address: "203.0.113.7" });
  expect(useApiToken(first, { device: "Firefox" }, 5000 + TOKEN_CHECK_SECONDS * 1000 - 1)).toBe(first);
  const next = 5000 + TOKEN_CHECK_SECONDS * 1000;
  expect(useApiToken(first, { device: "Firefox" }, next).lastUse).toEqual({ at: next, device: "Firefox" });
});
