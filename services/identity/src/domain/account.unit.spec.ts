import type { AddressEvent, IdentityEvent, UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { claimAddress, evolveAccount, evolveClaim, registerAccount } from "./account.ts";

const anna = "6f9b5d0e-3a53-4b07-9d0c-0a4f8f0a3b11" as UserId;
const berta = "0d5c3c5e-52a9-4d2b-8c1c-7e0f3f1d9c22" as UserId;
const address = "anna@post.example";

const claimAfter = (event?: AddressEvent) => claimAddress(evolveClaim(event), berta);
const registerAfter = (event?: IdentityEvent) => registerAccount(evolveAccount(event), address);

test("given a new address, when its owner proves it, then it is claimed for a new user", () => {
  expect(claimAfter()).toEqual({ kind: "event", event: { type: "AddressClaimed", data: { userId: berta } } });
});

test("given a released address, when its owner proves it, then it is claimed for a new user", () => {
  expect(claimAfter({ type: "AddressReleased", data: { userId: anna } })).toEqual({
    kind: "event",
    event: { type: "AddressClaimed", data: { userId: berta } },
  });
});

test("given a claimed address, when its owner proves it again, then it stays with who claimed it", () => {
  expect(claimAfter({ type: "AddressClaimed", data: { userId: anna } })).toEqual({ kind: "nothing", result: anna });
});

test("given a claim without an account, when its owner comes back, then the account is registered", () => {
  expect(registerAfter()).toEqual({ kind: "event", event: { type: "AccountRegistered", data: { address } } });
});

test("given an account, when its owner comes back, then nothing is registered again", () => {
  expect(registerAfter({ type: "AccountRegistered", data: { address } }).kind).toBe("nothing");
});

test("given an erased account, when its address is proved before it is free, then nobody can sign in by it", () => {
  expect(registerAfter({ type: "UserErased", data: {} })).toMatchObject({
    kind: "rejected",
    error: { code: "unavailable" },
  });
});
