import { describe, expect, test } from "vitest";
import { decodeFolderName, matchRecipient } from "./recipient.ts";

const match = (local: string, domain = "satchel.example") => matchRecipient("Save@Satchel.example", local, domain);

describe("a recipient", () => {
  test.each(["save", "SAVE", '"save"'])("%s is the save address", (local) =>
    expect(match(local, "SATCHEL.example")).toEqual({ folderName: undefined }),
  );

  test("names a folder after the +", () => {
    expect(match("save+News")).toEqual({ folderName: "News" });
    expect(match('"save+To read"')).toEqual({ folderName: "To read" });
    expect(match("save+")).toEqual({ folderName: undefined });
  });

  test.each(["saved", "sav", "save-news", "", "postmaster", "save%other.example"])("%s is not ours", (local) =>
    expect(match(local)).toBeUndefined(),
  );

  test("of another domain is not ours", () => {
    expect(match("save", "other.example")).toBeUndefined();
    expect(match("save", "mail.satchel.example")).toBeUndefined();
  });
});

describe("a folder's name", () => {
  test.each([
    ["News", "News"],
    ["Reading+list", "Reading list"],
    ["B%C3%BCcher", "Bücher"],
    ["Bücher", "Bücher"],
    ["100%25", "100%"],
    ["100%", "100%"],
    ["a%2Bb", "a+b"],
    ["+a++b+", "a b"],
    ["a%00%0Ab", "a b"],
    ["to_read", "to_read"],
  ])("written as %s is %s", (written, name) => expect(decodeFolderName(written)).toBe(name));

  test("that is blank is none", () => {
    for (const written of ["", "+", "%20", "%00"]) expect(decodeFolderName(written)).toBeUndefined();
  });

  test("is cut to 100 characters without halving one", () => {
    expect(decodeFolderName("x".repeat(101))).toBe("x".repeat(100));
    expect(decodeFolderName(`${"x".repeat(99)}😀`)).toBe("x".repeat(99));
  });
});
