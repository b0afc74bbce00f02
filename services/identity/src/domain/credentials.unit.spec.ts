import { texts } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import {
  changePassword,
  hasPassword,
  type PasswordState,
  removePassword,
  resetPassword,
  setPassword,
} from "./credentials.ts";

const passkeys = ["a passkey"];
const current = { passwordHash: "old", passwordChangedBy: "earlier", passkeys };
const without: PasswordState & { readonly passkeys: string[] } = { passkeys };
const refused = (detail: string) => ({ kind: "rejected", error: { code: "rejected", detail } });
const changed = (credentials: unknown) => ({ kind: "changed", credentials });

describe("setting a password", () => {
  test("given no password, when one is set, then the other credentials stay", () => {
    expect(setPassword(undefined, "new", "c")).toEqual(changed({ passwordHash: "new", passwordChangedBy: "c" }));
    expect(setPassword(without, "new", "c")).toEqual(
      changed({ passwordHash: "new", passwordChangedBy: "c", passkeys }),
    );
  });

  test("given one, when another is set, then it is refused", () => {
    expect(setPassword(current, "new", "c")).toEqual(refused(texts.password.alreadySet));
  });

  test("given a password that this command has set, when it is sent again, then there is nothing to do", () => {
    expect(setPassword(current, "new", "earlier")).toEqual({ kind: "done" });
  });
});

describe("changing a password", () => {
  test("given the verified password, when it is changed, then the new one is stored", () => {
    expect(changePassword(current, "old", "new", "c")).toEqual(
      changed({ passwordHash: "new", passwordChangedBy: "c", passkeys }),
    );
  });

  test("given a password that was changed after it was verified, when it is changed, then it is refused", () => {
    expect(changePassword(current, "older", "new", "c")).toEqual(refused(texts.password.wrongOld));
  });

  test("given none, when it is changed, then it is refused", () => {
    expect(changePassword(without, undefined, "new", "c")).toEqual(refused(texts.password.none));
    expect(changePassword(undefined, undefined, "new", "c")).toEqual(refused(texts.password.none));
  });

  test("given a password that this command has stored, when it is sent again, then there is nothing to do", () => {
    expect(changePassword(current, undefined, "new", "earlier")).toEqual({ kind: "done" });
  });
});

describe("removing a password", () => {
  test("given the verified password, when it is removed, then the other credentials stay", () => {
    expect(removePassword(current, "old", "c")).toEqual(changed({ passwordChangedBy: "c", passkeys }));
  });

  test("given another password than the verified one, or none, when it is removed, then it is refused", () => {
    expect(removePassword(current, "older", "c")).toEqual(refused(texts.password.wrongOld));
    expect(removePassword(without, undefined, "c")).toEqual(refused(texts.password.none));
    expect(removePassword<typeof current>(undefined, undefined, "c")).toEqual(refused(texts.password.none));
  });

  test("given a password that this command has removed, when it is sent again, then there is nothing to do", () => {
    expect(removePassword({ passwordChangedBy: "c", passkeys }, undefined, "c")).toEqual({ kind: "done" });
  });
});

test("given a password or none, when it is reset, then the new one is stored once", () => {
  const reset = { passwordHash: "new", passwordChangedBy: "c", passkeys };
  expect(resetPassword(current, "new", "c")).toEqual(changed(reset));
  expect(resetPassword(without, "new", "c")).toEqual(changed(reset));
  expect(resetPassword(reset, "newer", "c")).toEqual({ kind: "done" });
});

test("an account has a password when its last password event is PasswordSet", () => {
  const registered = { type: "AccountRegistered", data: { address: "anna@post.example" } } as const;
  const [set, removed] = [
    { type: "PasswordSet", data: {} },
    { type: "PasswordRemoved", data: {} },
  ] as const;
  expect([[registered], [registered, set], [registered, set, removed], [set, removed, set]].map(hasPassword)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
