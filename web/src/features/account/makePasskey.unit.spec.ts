import { expect, test } from "vitest";
import { canMakePasskeys, makingFault } from "./rules.ts";

test("a browser that makes no passkeys, or knows no JSON for them, is told from one that does", () => {
  expect(canMakePasskeys({})).toBe(false);
  expect(canMakePasskeys({ PublicKeyCredential: {} as typeof PublicKeyCredential })).toBe(false);
  const able = { parseCreationOptionsFromJSON: () => ({}) } as unknown as typeof PublicKeyCredential;
  expect(canMakePasskeys({ PublicKeyCredential: able })).toBe(true);
});

test.each([
  ["InvalidStateError", { text: "This passkey is registered already." }],
  ["SecurityError", { text: "Passkeys do not work at this web address." }],
  ["NotAllowedError", { key: "passkeys.notMade" }],
  ["AbortError", { key: "passkeys.notMade" }],
  ["NotSupportedError", { key: "passkeys.addFailed" }],
])("%s is said in words", (name, said) => expect(makingFault(new DOMException("", name))).toEqual(said));

test("what is no error at all is said as well", () => {
  expect(makingFault("broken")).toEqual({ key: "passkeys.addFailed" });
});
