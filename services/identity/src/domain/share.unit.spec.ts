import { SHARE_VISIT_DAYS, type UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { addVisits, changeShare, isOpen, shareIdOf, type ShareRecord } from "./share.ts";

const share: ShareRecord = {
  source: { kind: "folder", folder_id: 7 },
  name: "x",
  isPublic: false,
  notes: false,
  passwordHash: "hash",
  expiresAt: 2000,
  createdAt: 1000,
  madeBy: "command",
  visits: { total: 0, days: {} },
};

test("given a share, when nothing is chosen, then it stays; null takes password and expiry away", () => {
  expect(changeShare(share, {})).toEqual(share);
  const { passwordHash: _, expiresAt: __, ...plain } = share;
  expect(changeShare(share, { passwordHash: null, expiresAt: null, notes: true })).toEqual({ ...plain, notes: true });
  expect(changeShare(share, { address: { name: "ada", isPublic: true } })).toMatchObject({
    name: "ada",
    isPublic: true,
  });
});

test("given an expiry, then a share is open to the millisecond before it, and never when it is blocked", () => {
  expect([isOpen(share, 1999), isOpen(share, 2000)]).toEqual([true, false]);
  expect(isOpen({ ...share, isBlocked: true }, 1500)).toBe(false);
});

test("given visits of many days, then the last ones are kept, and all are in the sum", () => {
  let visits = share.visits;
  for (let day = 0; day < SHARE_VISIT_DAYS + 10; day++) {
    visits = addVisits(visits, new Date(day * 86_400_000).toISOString().slice(0, 10), 2);
  }
  visits = addVisits(visits, "1970-04-10", 1);
  expect(visits.total).toBe(2 * (SHARE_VISIT_DAYS + 10) + 1);
  expect(Object.keys(visits.days)).toHaveLength(SHARE_VISIT_DAYS);
  expect([visits.days["1970-01-10"], visits.days["1970-01-11"], visits.days["1970-04-10"]]).toEqual([undefined, 2, 3]);
});

test("given a user and what they share, then its id is always the same, and another for every other", () => {
  const [mine, theirs] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"] as UserId[];
  if (mine === undefined || theirs === undefined) throw new Error("no users");
  const folder = { kind: "folder", folder_id: 1 } as const;
  expect(shareIdOf(mine, folder)).toBe(shareIdOf(mine, { ...folder }));
  expect(shareIdOf(mine, folder)).not.toBe(shareIdOf(theirs, folder));
  expect(shareIdOf(mine, folder)).not.toBe(shareIdOf(mine, { kind: "folder", folder_id: 2 }));
});
