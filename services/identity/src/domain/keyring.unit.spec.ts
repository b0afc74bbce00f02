import { randomUUID } from "node:crypto";
import { PASSKEYS_PER_USER, type PasskeyId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { addToKeyring, removeFromKeyring, useFromKeyring } from "./keyring.ts";
import type { StoredPasskey } from "./stored-passkey.ts";

const passkey = (counter = 0): StoredPasskey => ({
  passkeyId: randomUUID() as PasskeyId,
  credentialId: randomUUID(),
  publicKey: "AAAA",
  counter,
  transports: ["internal"],
  name: "Phone",
  createdAt: 1000,
  backedUp: false,
});

describe("adding", () => {
  test("given a passkey, when the same command adds it again, then there is one", () => {
    const first = passkey();
    expect(addToKeyring([first], { ...first, name: "Other" })).toEqual({ kind: "repeated", passkey: first });
  });

  test("given a credential, when another command adds it, then it exists", () => {
    const first = passkey();
    expect(addToKeyring([first], { ...passkey(), credentialId: first.credentialId })).toEqual({ kind: "exists" });
  });

  test("given one passkey less than allowed, then one more can be added, and no further one", () => {
    const keyring = Array.from({ length: PASSKEYS_PER_USER - 1 }, () => passkey());
    const last = passkey();
    const full = addToKeyring(keyring, last);
    expect(full).toEqual({ kind: "added", keyring: [...keyring, last], passkey: last });
    expect(addToKeyring([...keyring, last], passkey())).toEqual({ kind: "tooMany" });
  });
});

describe("removing", () => {
  test("given two, when one is removed, then the other stays", () => {
    const [first, second] = [passkey(), passkey()];
    expect(removeFromKeyring([first, second], first.passkeyId)).toEqual({ keyring: [second], removed: first });
    expect(removeFromKeyring([second], first.passkeyId)).toBeUndefined();
  });
});

describe("using", () => {
  test.each([
    // stored, presented, sent again, outcome
    [0, 0, false, "used"],
    [0, 1, false, "used"],
    [7, 8, false, "used"],
    [7, 4_294_967_295, false, "used"],
    [7, 7, false, "copied"],
    [7, 6, false, "copied"],
    [7, 0, false, "copied"],
    [7, 7, true, "used"],
    [7, 6, true, "copied"],
  ] as const)(
    "given a count of %i, when %i is presented (sent again: %s), then it is %s",
    (stored, counter, again, kind) => {
      const [other, own] = [passkey(), passkey(stored)];
      const use = useFromKeyring([other, own], own.passkeyId, { counter, backedUp: true }, 2000, again);
      expect(use.kind).toBe(kind);
      if (use.kind === "used") {
        expect(use.keyring).toEqual([other, { ...own, counter, backedUp: true, lastUsedAt: 2000 }]);
      }
    },
  );

  test("given a passkey that was removed meanwhile, then it is gone", () => {
    const use = useFromKeyring([passkey()], randomUUID() as PasskeyId, { counter: 1, backedUp: false }, 2000, false);
    expect(use).toEqual({ kind: "gone" });
  });
});
