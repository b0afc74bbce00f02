import { describe, expect, test } from "vitest";
import { changeFailure, newPasswordFault, removeFailure, setFailure } from "./rules.ts";

describe("a new password", () => {
  test.each([
    ["secret", "secret", ""],
    ["secret", "Secret", "New passwords do not match."],
    ["short", "short", "Password must be at least 6 characters long"],
    ["short", "shirt", "New passwords do not match."],
    ["🔑🔑🔑🔑🔑", "🔑🔑🔑🔑🔑", "Password must be at least 6 characters long"],
    ["🔑🔑🔑🔑🔑🔑", "🔑🔑🔑🔑🔑🔑", ""],
  ])("%s, repeated as %s: %s", (password, again, fault) => expect(newPasswordFault(password, again)).toBe(fault));
});

const authentication = "Authentication failed. Please log in again.";

describe("what is said when a password could not be", () => {
  test.each([
    [401, authentication],
    [400, "Failed to set password. Please try again."],
    [500, "Failed to set password. Please try again."],
    [0, "Failed to set password. Please try again."],
  ])("set, %i", (status, text) => expect(setFailure({ status, detail: "whatever" })).toBe(text));

  test.each([
    [400, "Too new.", "Too new."],
    [400, "", "Invalid old password."],
    [401, "whatever", authentication],
    [500, "whatever", "Failed to change password. Please try again."],
  ])("changed, %i %s", (status, detail, text) => expect(changeFailure({ status, detail })).toBe(text));

  test.each([
    [400, "This account has no password.", "This account has no password."],
    [400, "", "Invalid old password."],
    [401, "whatever", authentication],
    [0, "", "Failed to remove password. Please try again."],
  ])("removed, %i %s", (status, detail, text) => expect(removeFailure({ status, detail })).toBe(text));
});
