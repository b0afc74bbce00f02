import { describe, expect, it } from "vitest";
import { loginRefusal } from "./signIn.api.ts";

describe("a refused sign-in by password", () => {
  it("asks for the mailed code where the address must be verified", () => {
    expect(loginRefusal({ status: 401, detail: "Email verification required" })).toEqual({
      outcome: "verification_required",
    });
  });

  it("asks for the password where one is needed", () => {
    expect(loginRefusal({ status: 401, detail: "Password required" })).toEqual({ outcome: "password_required" });
  });

  it.each([
    [401, "Invalid email or password", "Invalid email or password"],
    [401, "", "Invalid email or password"],
    [
      403,
      "This account is suspended. Please ask the operator of this server.",
      "This account is suspended. Please ask the operator of this server.",
    ],
    [429, "Too many requests, Password required", "Login failed. Please try again."],
    [503, "Email verification required", "Login failed. Please try again."],
    [0, "TypeError: Failed to fetch", "Login failed. Please try again."],
  ])("with status %i and the detail %j says %j", (status, detail, text) => {
    expect(loginRefusal({ status, detail })).toEqual({ outcome: "failed", text });
  });
});
