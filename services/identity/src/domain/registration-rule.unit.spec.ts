import { texts, type UserId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { admitAddress, reserveFirst } from "./registration-rule.ts";

const anna = "6f9b5d0e-3a53-4b07-9d0c-0a4f8f0a3b11" as UserId;
const berta = "0d5c3c5e-52a9-4d2b-8c1c-7e0f3f1d9c22" as UserId;
const domains = { mode: "domains", domains: new Set(["office.example"]) } as const;
const closed = { kind: "rejected", error: { code: "forbidden", detail: texts.registration.closed } };

test.each([
  ["open", "yes"],
  ["closed", "no"],
  ["first", "first"],
  ["invited", "invited"],
] as const)("given the rule %s, then every address is admitted as: %s", (mode, verdict) => {
  expect(admitAddress({ mode }, "anna@post.example")).toBe(verdict);
});

describe("given the rule of domains", () => {
  test("then addresses of exactly these are admitted", () => {
    expect(admitAddress(domains, "anna@office.example")).toBe("yes");
  });

  test.each([
    "anna@post.example",
    "anna@mail.office.example",
    "anna@backoffice.example",
    "anna@office.example.post.example",
    "anna@office.example@post.example",
    "anna%post.example@office.example",
    "post.example!anna@office.example",
  ])("then %s is not admitted", (address) => {
    expect(admitAddress(domains, address)).toBe("no");
  });
});

describe("the only account", () => {
  test("given nobody has it, then it is reserved", () => {
    expect(reserveFirst(undefined, undefined, false, anna)).toMatchObject({
      kind: "event",
      event: { data: { userId: anna } },
    });
  });

  test("given the same user has reserved it, when a crashed registration continues, then nothing changes", () => {
    expect(reserveFirst({ userId: anna }, undefined, true, anna)).toEqual({ kind: "nothing", result: anna });
  });

  test.each([undefined, "registered"] as const)("given another has reserved it (%s), then it is refused", (holder) => {
    expect(reserveFirst({ userId: anna }, holder, true, berta)).toEqual(closed);
  });

  test("given accounts that are older than the rule, then it is refused", () => {
    expect(reserveFirst(undefined, undefined, true, berta)).toEqual(closed);
    expect(reserveFirst({ userId: anna }, "erased", true, berta)).toEqual(closed);
  });

  test("given who had it erased their account, then it is free", () => {
    expect(reserveFirst({ userId: anna }, "erased", false, berta)).toMatchObject({ kind: "event" });
  });
});
