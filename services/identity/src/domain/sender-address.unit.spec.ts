import { laterTexts, type SenderAddressEvent, type UserId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { evolveAddress } from "./added-address.ts";
import { addAddress, claimStateFor, confirmAddress, removeAddress, type AddressState } from "./sender-address.ts";

const anna = "6f9b5d0e-3a53-4b07-9d0c-0a4f8f0a3b11" as UserId;
const berta = "0d5c3c5e-52a9-4d2b-8c1c-7e0f3f1d9c22" as UserId;
const address = "anna@work.example";
const data = { address };

const added: SenderAddressEvent = { type: "SenderAddressAdded", data };
const confirmed: SenderAddressEvent = { type: "SenderAddressConfirmed", data };
const removed: SenderAddressEvent = { type: "SenderAddressRemoved", data };

const given = (event: SenderAddressEvent | undefined, claim: AddressState["claim"] = "free"): AddressState => ({
  state: evolveAddress(event),
  claim,
});
const event = (happened: SenderAddressEvent) => ({ kind: "event", event: happened });
const nothing = (result: string) => ({ kind: "nothing", result });
const no = (code: string, detail: string) => ({ kind: "rejected", error: { code, detail } });

describe("naming an address", () => {
  test.each<[string, AddressState, boolean, object]>([
    ["a new one", given(undefined), true, event(added)],
    ["one that was removed", given(removed), true, event(added)],
    ["one that was removed and not released yet", given(removed, "own"), true, event(added)],
    ["one that waits", given(added), true, nothing("pending")],
    ["one that waits, in a full account", given(added), false, nothing("pending")],
    ["one that is confirmed", given(confirmed, "own"), true, nothing("confirmed")],
    ["the primary one", given(undefined, "own"), true, nothing("confirmed")],
    ["one of another account", given(undefined, "other"), true, no("taken", laterTexts.senderEmails.taken)],
    ["one that waits and went to another", given(added, "other"), true, no("taken", laterTexts.senderEmails.taken)],
    ["one too many", given(undefined), false, no("rejected", laterTexts.senderEmails.tooMany)],
  ])("given %s, when it is named, then it is so", (_, current, hasRoom, outcome) => {
    expect(addAddress(current, address, hasRoom)).toEqual(outcome);
  });
});

describe("confirming an address", () => {
  test.each<[string, SenderAddressEvent | undefined, object]>([
    ["that waits", added, event(confirmed)],
    ["that is confirmed", confirmed, nothing("confirmed")],
    ["that was removed meanwhile", removed, no("not-found", laterTexts.senderEmails.confirmation)],
    ["that was never named", undefined, no("not-found", laterTexts.senderEmails.confirmation)],
  ])("given one %s, when it is confirmed, then it is so", (_, last, outcome) => {
    expect(confirmAddress(evolveAddress(last), address)).toEqual(outcome);
  });
});

describe("removing an address", () => {
  test.each<[string, AddressState, boolean, object]>([
    ["one that waits", given(added), false, event(removed)],
    ["one that waits and went to another", given(added, "other"), false, event(removed)],
    ["one that is confirmed", given(confirmed, "own"), false, event(removed)],
    ["one that was removed and not released yet", given(removed, "own"), false, nothing("removed")],
    ["one that was removed", given(removed), false, no("not-found", laterTexts.senderEmails.notFound)],
    ["one that is not there", given(undefined), false, no("not-found", laterTexts.senderEmails.notFound)],
    ["one of another account", given(undefined, "other"), false, no("not-found", laterTexts.senderEmails.notFound)],
    ["the primary one", given(undefined, "own"), false, no("rejected", laterTexts.senderEmails.primary)],
    ["the last one", given(undefined, "own"), true, no("rejected", laterTexts.senderEmails.last)],
  ])("given %s, when it is removed, then it is so", (_, current, isOnly, outcome) => {
    expect(removeAddress(current, address, isOnly)).toEqual(outcome);
  });
});

test("given a claim, then it is the user's, another user's or unclaimed", () => {
  expect(claimStateFor(anna, { userId: anna })).toBe("own");
  expect(claimStateFor(anna, { userId: berta })).toBe("other");
  expect(claimStateFor(anna, undefined)).toBe("free");
});
