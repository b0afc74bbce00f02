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
const standing = { passwordHash: "old", passwordChangedBy: "earlier", passkeys };
const without: PasswordState & { readonly passkeys: string[] } = { passkeys };
const refused = (detail: string) => ({ kind: "rejected", error: { code: "rejected", detail } });
const changed = (credentials: unknown) => ({ kind: "changed", credentials });

describe("setting a password", () => {
  test("given none, when one is set, then it stands beside what else there is", () => {
    expect(setPassword(undefined, "new", "c")).toEqual(changed({ passwordHash: "new", passwordChangedBy: "c" }));
    expect(setPassword(without, "new", "c")).toEqual(
      changed({ passwordHash: "new", passwordChangedBy: "c", passkeys }),
    );
  });

  test("given one, when another is set, then it is refused", () => {
    expect(setPassword(standing, "new", "c")).toEqual(refused(texts.password.alreadySet));
  });

  test("given one that this very command has set, when it is sent again, then its work is done", () => {
    expect(setPassword(standing, "new", "earlier")).toEqual({ kind: "done" });
  });
});

describe("changing a password", () => {
  test("given the one that was proved, when it is changed, then the new one stands", () => {
    expect(changePassword(standing, "old", "new", "c")).toEqual(
      changed({ passwordHash: "new", passwordChangedBy: "c", passkeys }),
    );
  });

  test("given another than was proved, because somebody was faster, when it is changed, then it is refused", () => {
    expect(changePassword(standing, "older", "new", "c")).toEqual(refused(texts.password.wrongOld));
  });

  test("given none, when it is changed, then it is refused", () => {
    expect(changePassword(without, undefined, "new", "c")).toEqual(refused(texts.password.none));
    expect(changePassword(undefined, undefined, "new", "c")).toEqual(refused(texts.password.none));
  });

  test("given one that this very command has put there, when it is sent again, then its work is done", () => {
    expect(changePassword(standing, undefined, "new", "earlier")).toEqual({ kind: "done" });
  });
});

describe("removing a password", () => {
  test("given the one that was proved, when it is removed, then all else stays", () => {
    expect(removePassword(standing, "old", "c")).toEqual(changed({ passwordChangedBy: "c", passkeys }));
  });

  test("given another than was proved, or none, when it is removed, then it is refused", () => {
    expect(removePassword(standing, "older", "c")).toEqual(refused(texts.password.wrongOld));
    expect(removePassword(without, undefined, "c")).toEqual(refused(texts.password.none));
    expect(removePassword<typeof standing>(undefined, undefined, "c")).toEqual(refused(texts.password.none));
  });

  test("given none since this very command removed it, when it is sent again, then its work is done", () => {
    expect(removePassword({ passwordChangedBy: "c", passkeys }, undefined, "c")).toEqual({ kind: "done" });
  });
});

test("given a password or none, when it is reset, then the new one stands, and once", () => {
  const reset = { passwordHash: "new", passwordChangedBy: "c", passkeys };
  expect(resetPassword(standing, "new", "c")).toEqual(changed(reset));
  expect(resetPassword(without, "new", "c")).toEqual(changed(reset));
  expect(resetPassword(reset, "newer", "c")).toEqual({ kind: "done" });
});

test("an account has a password when the last that was recorded of it says so", () => {
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
