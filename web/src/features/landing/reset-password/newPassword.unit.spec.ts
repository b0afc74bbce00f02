import { describe, expect, it } from "vitest";
import { newPasswordFault, resetFailure } from "./ResetPasswordPage.tsx";

describe("a new password", () => {
  it.each([
    ["brass-buckle", "brass-buckle"],
    ["sechs6", "sechs6"],
    ["🔑🔑🔑🔑🔑🔑", "🔑🔑🔑🔑🔑🔑"],
  ])("%j, repeated as %j, will do", (password, confirmation) => {
    expect(newPasswordFault(password, confirmation)).toBe("");
  });

  it.each([
    ["brass-buckle", "brass-bukle", "Passwords do not match"],
    ["short", "shart", "Passwords do not match"],
    ["fünf5", "fünf5", "Password must be at least 6 characters long"],
    ["🔑🔑🔑", "🔑🔑🔑", "Password must be at least 6 characters long"],
  ])("%j, repeated as %j, is refused: %s", (password, confirmation, text) => {
    expect(newPasswordFault(password, confirmation)).toBe(text);
  });
});

describe("a password that the server did not reset", () => {
  it.each([
    [400, "Invalid or expired reset code. Please request a new one."],
    [429, "Failed to reset password. Please try again."],
    [0, "Failed to reset password. Please try again."],
  ])("with status %i says %j", (status, text) => {
    expect(resetFailure({ status, detail: "" })).toBe(text);
  });
});
