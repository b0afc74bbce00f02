import { ADDRESS_CHARS } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { addFailure, canBeAddress, deleteFailure, isSameAddress } from "./rules.ts";

describe("an address that is typed", () => {
  test.each(["anna@post.example", "a.b+c@mail.post.example", "jörg@grüße.example", "o'neil@post.example"])(
    "%s goes to the server",
    (address) => expect(canBeAddress(address)).toBe(true),
  );

  test.each([
    "",
    "anna",
    "anna@",
    "@post.example",
    "anna@elsewhere",
    "anna@@post.example",
    "an na@post.example",
    "anna@post.",
    "anna@.example",
    "anna@post..example",
    "anna@post.example\nbcc: all@post.example",
    `${"a".repeat(ADDRESS_CHARS)}@post.example`,
  ])("%j does not", (address) => expect(canBeAddress(address)).toBe(false));

  test("a hostile one is looked at in no time", () => {
    expect(canBeAddress(`${"a@".repeat(100)}${".".repeat(50)}`)).toBe(false);
  });

  test("is the same in capitals and with blanks around it", () => {
    expect(isSameAddress(" Anna@Post.example ", "anna@post.example")).toBe(true);
    expect(isSameAddress("anna@post.example", "hanna@post.example")).toBe(false);
  });
});

describe("what is said when an address could not be added or deleted", () => {
  test.each([
    [422, "Please enter a valid email address."],
    [409, "Email already registered to another account."],
    [400, "Failed to add email."],
    [429, "Failed to add email."],
    [500, "Failed to add email."],
    [0, "Failed to add email."],
  ])("adding, %i", (status, text) => expect(addFailure({ status, detail: "whatever" })).toBe(text));

  test.each([
    [400, "Cannot delete the last sender email."],
    [404, "Failed to delete email."],
    [500, "Failed to delete email."],
    [0, "Failed to delete email."],
  ])("deleting, %i", (status, text) => expect(deleteFailure({ status, detail: "whatever" })).toBe(text));
});
