import { randomUUID } from "node:crypto";
import type { UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { digestOwner, digestToken } from "./digest-tokens.ts";

const KEY = "for-tests-only-0123456789abcdef0123";

test("a token leads to its account, under its key alone", () => {
  for (let n = 0; n < 50; n++) {
    const userId = randomUUID() as UserId;
    const token = digestToken(KEY, userId);
    expect(token).toMatch(/^[a-z2-7]{42}$/);
    expect(digestOwner(KEY, token)).toBe(userId);
    expect(digestOwner(`${KEY}x`, token)).toBeUndefined();
  }
});

test("a token with another letter, or of another form, leads nowhere", () => {
  const token = digestToken(KEY, randomUUID() as UserId);
  for (let at = 0; at < token.length - 1; at++) {
    const other = token[at] === "a" ? "b" : "a";
    expect(digestOwner(KEY, token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined();
  }
  for (const text of ["", token.slice(1), `${token}a`, token.toUpperCase(), "1".repeat(42), "é".repeat(42)]) {
    expect(digestOwner(KEY, text)).toBeUndefined();
  }
});
