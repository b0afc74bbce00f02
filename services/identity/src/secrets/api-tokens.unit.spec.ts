import { randomUUID } from "node:crypto";
import type { TokenId, UserId } from "@satchel/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatApiToken, hashApiToken, isSameTokenHash, newApiToken, parseApiToken } from "./api-tokens.ts";

const someToken = () => newApiToken(randomUUID() as UserId, randomUUID() as TokenId);

test("given a token, when it is written and read, then its parts are the same; no two have the same secret", () => {
  const [one, other] = [someToken(), someToken()];
  const text = formatApiToken(one);

  expect(text).toMatch(/^satchel_[\w-]{86}$/);
  expect(parseApiToken(text)).toEqual(one);
  expect(isSameTokenHash(hashApiToken(one), hashApiToken(parseApiToken(text) ?? other))).toBe(true);
  expect(isSameTokenHash(hashApiToken(one), hashApiToken(other))).toBe(false);
});

test("given a token with one character too many, too few or replaced by a foreign one, then it is malformed", () => {
  const text = formatApiToken(someToken());
  for (const wrong of [`${text}A`, text.slice(0, -1), text.replace("satchel_", "Satchel_"), `${text.slice(0, -1)}=`]) {
    expect(parseApiToken(wrong)).toBeUndefined();
  }
});

test("given any text, also one that begins as a token does, then reading it throws nothing", () => {
  const octets = fc.uint8Array({ minLength: 64, maxLength: 64 });
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string().map((text) => `satchel_${text}`),
    octets.map((some) => `satchel_${Buffer.from(some).toString("base64url")}`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const parts = parseApiToken(text);
      // Ids become part of a key of the bus: nothing but hex digits and dashes may get there.
      if (parts !== undefined) expect(`${parts.userId}.${parts.tokenId}`).toMatch(/^[0-9a-f-]{36}\.[0-9a-f-]{36}$/);
    }),
  );
});
