import type { Address } from "@satchel/chassis";
import type { SessionId, UserId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { codeOf, hashCode, isSameCodeHash } from "./codes.ts";
import {
  formatRefreshToken,
  hashRefreshToken,
  newRefreshToken,
  nextRefreshToken,
  parseRefreshToken,
} from "./refresh-tokens.ts";

const KEY = "k".repeat(32);
const anna = "anna@post.example" as Address;
const occasion = { purpose: "sign-in", address: anna, commandId: "a command", issuedAt: 1 } as const;
const userId = "1c9f0c4e-6a39-4d4e-8b1a-5f0d2a7c3e44" as UserId;
const sessionId = "6f9b5d0e-3a53-4b07-9d0c-0a4f8f0a3b11" as SessionId;

describe("sign-in codes", () => {
  test("are six digits, with leading zeros kept", () => {
    const codes = Array.from({ length: 2000 }, (_, n) => codeOf(KEY, { ...occasion, commandId: String(n) }));
    expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
    expect(codes.some((code) => code.startsWith("0"))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(1900);
  });

  test("are the same for the same occasion, and others for another command, time, purpose, address or key", () => {
    const code = codeOf(KEY, occasion);
    expect(codeOf(KEY, { ...occasion })).toBe(code);
    const others = [
      codeOf(KEY, { ...occasion, commandId: "another" }),
      codeOf(KEY, { ...occasion, issuedAt: 2 }),
      codeOf(KEY, { ...occasion, purpose: "reset" }),
      codeOf(KEY, { ...occasion, address: "berta@post.example" as Address }),
      codeOf("l".repeat(32), occasion),
    ];
    expect(others).not.toContain(code);
    expect(new Set(others).size).toBe(others.length);
  });

  test("have another hash for another code, purpose, address or key", () => {
    const hash = hashCode(KEY, "sign-in", anna, "123456");
    expect(isSameCodeHash(hash, hashCode(KEY, "sign-in", anna, "123456"))).toBe(true);
    expect(isSameCodeHash(hash, hashCode(KEY, "sign-in", anna, "123457"))).toBe(false);
    expect(isSameCodeHash(hash, hashCode(KEY, "reset", anna, "123456"))).toBe(false);
    expect(isSameCodeHash(hash, hashCode(KEY, "sign-in", "berta@post.example" as Address, "123456"))).toBe(false);
    expect(isSameCodeHash(hash, hashCode("l".repeat(32), "sign-in", anna, "123456"))).toBe(false);
  });
});

describe("refresh tokens", () => {
  test("are the user's id, the session's id and 256 bits", () => {
    const token = newRefreshToken(userId, sessionId);
    expect(Buffer.from(token.secret, "base64url")).toHaveLength(32);
    expect(parseRefreshToken(formatRefreshToken(token))).toEqual(token);
    expect(newRefreshToken(userId, sessionId)).not.toEqual(token);
  });

  test("are followed by the same next one each time, which differs by key and session", () => {
    const token = newRefreshToken(userId, sessionId);
    const next = nextRefreshToken(KEY, token);
    expect(nextRefreshToken(KEY, token)).toEqual(next);
    expect(parseRefreshToken(formatRefreshToken(next))).toEqual(next);
    expect(hashRefreshToken(next)).not.toBe(hashRefreshToken(token));
    expect(nextRefreshToken("l".repeat(32), token)).not.toEqual(next);
    const other = "0d5c3c5e-52a9-4d2b-8c1c-7e0f3f1d9c22" as SessionId;
    expect(nextRefreshToken(KEY, { ...token, sessionId: other }).secret).not.toBe(next.secret);
    const somebody = "0d5c3c5e-52a9-4d2b-8c1c-7e0f3f1d9c22" as UserId;
    expect(nextRefreshToken(KEY, { ...token, userId: somebody }).secret).not.toBe(next.secret);
  });

  test.each([
    "",
    "garbage",
    `${userId}.${sessionId}`,
    `${userId}.${sessionId}.`,
    `${userId}.${sessionId}.short`,
    `${sessionId}.${"a".repeat(43)}`,
    `${userId}.*.${"a".repeat(43)}`,
    `*.${sessionId}.${"a".repeat(43)}`,
    `>.${sessionId}.${"a".repeat(43)}`,
    `${userId}.${sessionId}.${"a".repeat(43)}.x`,
    `${userId}.${sessionId}.${"a".repeat(42)}+`,
  ])("are not made of %j", (token) => {
    expect(parseRefreshToken(token)).toBeUndefined();
  });
});
