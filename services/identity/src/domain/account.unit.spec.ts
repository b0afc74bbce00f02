import { type AddressEvent, type IdentityEvent, laterTexts, type UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import {
  type Account,
  claimAddress,
  eraseAccount,
  evolveAccount,
  evolveClaim,
  registerAccount,
  releaseAddress,
  takeAddress,
} from "./account.ts";

const anna = "6f9b5d0e-3a53-4b07-9d0c-0a4f8f0a3b11" as UserId;
const berta = "0d5c3c5e-52a9-4d2b-8c1c-7e0f3f1d9c22" as UserId;
const address = "anna@post.example";

const claimed: AddressEvent = { type: "AddressClaimed", data: { userId: anna } };
const released: AddressEvent = { type: "AddressReleased", data: { userId: anna } };
const bertas = { kind: "event", event: { type: "AddressClaimed", data: { userId: berta } } };

const claimAfter = (event?: AddressEvent, holder: Account = "registered") =>
  claimAddress(evolveClaim(event), holder, berta);
const registerAfter = (event?: IdentityEvent) => registerAccount(evolveAccount(event), address);

test("given a new address, when its owner proves it, then it is claimed for a new user", () => {
  expect(claimAfter()).toEqual({ kind: "event", event: { type: "AddressClaimed", data: { userId: berta } } });
});

test("given a released address, when its owner proves it, then it is claimed for a new user", () => {
  expect(claimAfter(released)).toEqual({
    kind: "event",
    event: { type: "AddressClaimed", data: { userId: berta } },
  });
});

test("given a claimed address, when its owner verifies it again, then the claim stays", () => {
  expect(claimAfter(claimed)).toEqual({ kind: "nothing", result: anna });
});

test("given a claim without an account, when its owner comes back, then the account is registered", () => {
  expect(registerAfter()).toEqual({ kind: "event", event: { type: "AccountRegistered", data: { address } } });
});

test("given an account, when its owner comes back, then nothing is registered again", () => {
  expect(registerAfter({ type: "AccountRegistered", data: { address } }).kind).toBe("nothing");
});

test("given an erased account, when its owner verifies an address at that moment, then it is not registered again", () => {
  expect(registerAfter({ type: "UserErased", data: {} })).toMatchObject({
    kind: "rejected",
    error: { code: "unavailable", retryAfter: 1 },
  });
});

test("given the claim of an erased account, when somebody proves the address, then it is claimed for a new user", () => {
  expect(claimAfter(claimed, "erased")).toEqual(bertas);
});

test("given an unclaimed further address, when its owner confirms it, then it is claimed for the account", () => {
  expect(takeAddress(evolveClaim(undefined), undefined, berta)).toEqual(bertas);
  expect(takeAddress(evolveClaim(released), undefined, berta)).toEqual(bertas);
  expect(takeAddress(evolveClaim(claimed), "erased", berta)).toEqual(bertas);
});

test("given an address of the account's own, when it is confirmed, then it is claimed once more", () => {
  expect(takeAddress({ userId: berta }, "registered", berta)).toEqual(bertas);
});

test("given an address of another account, when it is confirmed, then it is taken", () => {
  expect(takeAddress(evolveClaim(claimed), "registered", berta)).toMatchObject({
    kind: "rejected",
    error: { code: "taken", detail: laterTexts.senderEmails.taken },
  });
});

test("given a claim, when its holder releases it, then it is free; another account's claim stays", () => {
  expect(releaseAddress(evolveClaim(claimed), anna)).toEqual({ kind: "event", event: released });
  expect(releaseAddress(evolveClaim(claimed), berta).kind).toBe("nothing");
  expect(releaseAddress(evolveClaim(released), anna).kind).toBe("nothing");
});

test("given an account, or none, when it is erased, then there is one event", () => {
  const erased = { type: "UserErased", data: {} } as const;
  expect(eraseAccount("registered")).toEqual({ kind: "event", event: erased });
  expect(eraseAccount(undefined)).toEqual({ kind: "event", event: erased });
  expect(eraseAccount(evolveAccount(erased)).kind).toBe("nothing");
});
