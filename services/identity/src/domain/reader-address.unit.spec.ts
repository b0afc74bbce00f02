import { happened, laterTexts, nothingToDo, rejected, texts } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { evolveAddress } from "./added-address.ts";
import { addReaderAddress, confirmReaderAddress, isDevice, removeReaderAddress } from "./reader-address.ts";

const address = "anna@kindle.com";

describe("the address of an e-reader", () => {
  test("is pending until it is confirmed, and can be added again when it was removed", () => {
    expect(addReaderAddress(undefined, address, true)).toEqual(
      happened({ type: "ReaderAddressAdded", data: { address } }),
    );
    expect(evolveAddress({ type: "ReaderAddressAdded", data: { address } })).toBe("pending");
    expect(confirmReaderAddress("pending", address)).toEqual(
      happened({ type: "ReaderAddressConfirmed", data: { address } }),
    );
    expect(addReaderAddress("removed", address, true)).toMatchObject({ kind: "event" });
  });

  test("that is pending or confirmed is not added twice, and a full account gets no further one", () => {
    expect(addReaderAddress("pending", address, false)).toEqual(nothingToDo("pending"));
    expect(addReaderAddress("confirmed", address, false)).toEqual(nothingToDo("confirmed"));
    expect(addReaderAddress(undefined, address, false)).toEqual(rejected("rejected", laterTexts.senderEmails.tooMany));
  });

  test("that was removed meanwhile is not confirmed, and one that is not there is not removed", () => {
    for (const state of [undefined, "removed"] as const) {
      expect(confirmReaderAddress(state, address)).toEqual(rejected("rejected", texts.verification.invalid));
      expect(removeReaderAddress(state, address)).toEqual(rejected("not-found", laterTexts.senderEmails.notFound));
    }
  });

  test.each([
    ["anna@kindle.com", true],
    ["anna@free.kindle.com", true],
    ["anna@pbsync.com", true],
    ["anna@kindle.com.example", false],
    ["anna@notkindle.com", false],
    ["kindle.com@post.example", false],
  ])("%s is a device's: %s", (email, is) => {
    expect(isDevice(email)).toBe(is);
  });
});
