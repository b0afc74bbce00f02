import { type BulkId, type CopyId, KEEP_AGAIN_SECONDS, type LinkId, UNDO_SECONDS } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { decideByRule, decideUndone, type KeptCopy, type KeptState, NOTHING_KEPT } from "./bulk.ts";

const linkId = "5b3f7c1a-0d1e-5f2a-8b3c-4d5e6f708192" as LinkId;
const bulkId = "0b0e7c52-52a9-4d2b-8c1c-7e0f3f1d9c22" as BulkId;
const other = "0d7a3c61-6c0e-4c53-9f55-0f1a4a1b8a51" as BulkId;
const now = Date.UTC(2026, 10, 26);
const call = { linkId, bulkId, now };
const version = "9c2d1e0f-1a2b-5c3d-9e4f-5a6b7c8d9e0f" as CopyId;
const copy = (more: Partial<KeptCopy> = {}): KeptCopy => ({
  version,
  source: "fetch",
  deletedAt: null,
  bulkId: null,
  ...more,
});
const state = (more: Partial<KeptState>): KeptState => ({ ...NOTHING_KEPT, ...more });

describe("given a link that is there, when a rule is applied to it", () => {
  test("then it is read to its end, and the former part is known", () => {
    expect(decideByRule(state({ part: 412 }), { done: true }, call)).toEqual([
      { type: "ReadingMoved", data: { linkId, part: 1000, bulk: { bulkId, before: 412 } } },
    ]);
    expect(decideByRule(state({ part: 1000 }), { done: true }, call)).toEqual([]);
  });

  test("then copies of the page are deleted, and what came by mail or was sent by its owner is not", () => {
    const copies = [copy(), ...(["mail", "extension", "upload"] as const).map((source) => copy({ source }))];
    expect(
      decideByRule(state({ copies: [...copies, copy({ deletedAt: new Date(now) })] }), { keep: false }, call),
    ).toEqual([
      { type: "LinkKeepingChanged", data: { linkId, isOn: false, bulk: { bulkId, before: null } } },
      { type: "CopyDeleted", data: { linkId, version, bulkId } },
    ]);
    // One that was kept although the switch is off, because its owner asked for it.
    expect(decideByRule(state({ isOn: false, copies: [copy()] }), { keep: false }, call)).toEqual([
      { type: "CopyDeleted", data: { linkId, version, bulkId } },
    ]);
  });

  test("then a copy is asked for where there is none, unless it was a moment ago", () => {
    const switched = { type: "LinkKeepingChanged", data: { linkId, isOn: true, bulk: { bulkId, before: false } } };
    const requested = { type: "CopyRequested", data: { linkId } };
    expect(decideByRule(state({ isOn: false }), { keep: true }, call)).toEqual([switched, requested]);
    expect(decideByRule(state({ isOn: false, copies: [copy()] }), { keep: true }, call)).toEqual([switched]);
    const requestedAt = new Date(now - KEEP_AGAIN_SECONDS * 1000 + 1);
    expect(decideByRule(state({ isOn: false, requestedAt }), { keep: true }, call)).toEqual([switched]);
    expect(decideByRule(state({ isOn: true }), { keep: true }, call)).toEqual([]);
  });
});

describe("given what a call has changed, when it is undone", () => {
  test("then all of it is as before", () => {
    const changed = state({
      part: 1000,
      partSet: { bulkId, before: 412 },
      isOn: false,
      isOnSet: { bulkId, before: null },
      copies: [copy({ deletedAt: new Date(now - 1000), bulkId })],
    });
    expect(decideUndone(changed, call)).toEqual([
      { type: "ReadingMoved", data: { linkId, part: 412 } },
      { type: "LinkKeepingChanged", data: { linkId, isOn: null } },
      { type: "CopyRestored", data: { linkId, version } },
    ]);
  });

  test("then what was changed since, or by another call, stays, and so does a copy that is too old to be restored", () => {
    const changed = state({
      part: 700,
      isOn: true,
      isOnSet: { bulkId: other, before: false },
      copies: [
        copy({ deletedAt: new Date(now - 1000) }),
        copy({ deletedAt: new Date(now - 1000), bulkId: other }),
        copy({ bulkId }),
        copy({ deletedAt: new Date(now - UNDO_SECONDS * 1000), bulkId }),
      ],
    });
    expect(decideUndone(changed, call)).toEqual([]);
  });
});
