import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { pushKeys } from "./push-keys.ts";

test("a key pair follows from a key, and is another one for another key", () => {
  const keys = pushKeys("a key of tests");
  expect(pushKeys("a key of tests")).toEqual(keys);
  expect(pushKeys("a key of test").publicKey).not.toBe(keys.publicKey);
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(keys.privateKey, "base64url"));
  expect(pair.getPublicKey("base64url")).toBe(keys.publicKey);
});
