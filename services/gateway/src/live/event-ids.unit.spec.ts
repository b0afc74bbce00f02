import type { UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { eventIds, type ReaderPosition } from "./event-ids.ts";

const anna = "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a01" as UserId;
const bert = "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a02" as UserId;
const position: ReaderPosition = {
  epoch: 1_795_000_000_000,
  positions: { links: 2 ** 40, folders: 0, identity: 77, captures: 5, archive: 0 },
};
const ids = eventIds("a key of this installation");

test("every gateway with the same key can read the position from an id", () => {
  expect(eventIds("a key of this installation").open(anna, ids.seal(anna, position))).toEqual(position);
});

test("it tells nothing to anybody else: two ids of the same have nothing in common, and all are equally long", () => {
  const [one, other] = [ids.seal(anna, position), ids.seal(anna, position)];
  const small = ids.seal(anna, { epoch: 0, positions: { links: 0, folders: 0, identity: 0, captures: 0, archive: 0 } });
  expect(one).not.toBe(other);
  expect([one.length, other.length]).toEqual([small.length, small.length]);
  expect(one).toMatch(/^[\w-]+$/);
});

test("that of another user, or under another key, says nothing", () => {
  expect(ids.open(bert, ids.seal(anna, position))).toBeUndefined();
  expect(eventIds("another key").open(anna, ids.seal(anna, position))).toBeUndefined();
});

test("garbage says nothing, whatever it is", () => {
  const id = ids.seal(anna, position);
  const flipped = Array.from(id, (letter, at) => `${id.slice(0, at)}${letter === "A" ? "B" : "A"}${id.slice(at + 1)}`);
  // The last letter of base64url may hold bits that count for nothing.
  for (const garbage of ["", "0", "42", "é🍳", "x".repeat(5000), id.slice(1), `${id}AAAA`, ...flipped.slice(0, -1)]) {
    expect(ids.open(anna, garbage)).toBeUndefined();
  }
});
