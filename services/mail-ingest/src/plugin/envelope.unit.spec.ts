import { expect, test } from "vitest";
import { areKnown, type Recipients, takeRecipient } from "./envelope.ts";

const take = (address: string, before?: Recipients) => {
  const at = address.lastIndexOf("@");
  const [user, host] = at === -1 ? [address, ""] : [address.slice(0, at), address.slice(at + 1)];
  return takeRecipient("save@satchel.example", "satchel.example", { user, host }, before, (token) =>
    token.startsWith("own"),
  );
};

test("the save address, and postmaster and abuse at its domain, are ours; postmaster also without a domain", () => {
  expect(take("SAVE+Reading@satchel.example")).toEqual({ kind: "save", recipients: [{ folderName: "Reading" }] });
  for (const ours of ["postmaster", "PostMaster@Satchel.Example", "abuse@satchel.example"]) {
    expect(take(ours)).toEqual({ kind: "postmaster", count: 1 });
  }
  for (const others of ["abuse", "save", "postmaster@elsewhere.example", "abuse@", "root@satchel.example"]) {
    expect(take(others)).toBe("not-ours");
  }
});

test("a save address that is called postmaster or abuse stays the save address", () => {
  expect(
    takeRecipient("abuse@x.example", "x.example", { user: "abuse", host: "x.example" }, undefined, () => false),
  ).toMatchObject({
    kind: "save",
  });
});

test("a mail is for the save address or for postmaster, with a hundred recipients at most", () => {
  const save = take("save@satchel.example") as Recipients;
  const postmaster = take("postmaster") as Recipients;
  expect(take("postmaster", save)).toBe("separate");
  expect(take("save@satchel.example", postmaster)).toBe("separate");
  for (const address of ["save@satchel.example", "postmaster"]) {
    let taken = take(address);
    for (let i = 1; i < 100; i++) taken = take(address, taken as Recipients);
    expect(taken).toMatchObject({ kind: expect.any(String) as string });
    expect(take(address, taken as Recipients)).toBe("too-many");
  }
});

test("a digest comes back to the address with its token, in a mail for itself; any other token is not ours", () => {
  const token = `own${"a".repeat(39)}`;
  const bounce = take(`Save+B.${token}@satchel.example`);
  expect(bounce).toEqual({ kind: "bounce", token });
  expect(take(`save+b.${"a".repeat(42)}@satchel.example`)).toBe("not-ours");
  expect(take(`save+b.${token}@elsewhere.example`)).toBe("not-ours");
  expect(take("save+b.side@satchel.example")).toEqual({ kind: "save", recipients: [{ folderName: "b.side" }] });
  expect(take("save@satchel.example", bounce as Recipients)).toBe("separate");
  expect(take(`save+b.${token}@satchel.example`, take("save@satchel.example") as Recipients)).toBe("separate");
});

test("parameters of MAIL are accepted when EHLO offered them and their values are valid", () => {
  expect(areKnown({})).toBe(true);
  expect(areKnown({ SIZE: "1000", BODY: "8bitmime", SMTPUTF8: null })).toBe(true);
  for (const parameters of [
    { SIZE: "-1" },
    { SIZE: "1e9" },
    { SIZE: null },
    { SIZE: "9".repeat(21) },
    { BODY: "BINARYMIME" },
    { SMTPUTF8: "x" },
    { AUTH: "<>" },
    { RET: "FULL" },
  ]) {
    expect(areKnown(parameters)).toBe(false);
  }
});
