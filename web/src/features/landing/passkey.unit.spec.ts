import { describe, expect, it } from "vitest";
import { canUsePasskeys, passkeyFault } from "./signIn.api.ts";

const named = (name: string) => Object.assign(new Error("The operation failed"), { name });

describe("signing in with a passkey", () => {
  it("is offered where the browser has passkeys, and nowhere else", () => {
    const withJson = { parseRequestOptionsFromJSON: () => ({}) } as unknown as typeof PublicKeyCredential;
    expect(canUsePasskeys({ PublicKeyCredential: withJson })).toBe(true);
    expect(canUsePasskeys({ PublicKeyCredential: {} as typeof PublicKeyCredential })).toBe(false);
    expect(canUsePasskeys({})).toBe(false);
  });

  it.each([
    ["NotAllowedError", "No passkey was used. Try again, or continue with your email address."],
    ["AbortError", "No passkey was used. Try again, or continue with your email address."],
    ["SecurityError", "Passkeys do not work at this web address."],
    ["UnknownError", "Login failed. Please try again."],
  ])("that ends in a %s says so in words", (name, text) => {
    expect(passkeyFault(named(name))).toBe(text);
  });
});
