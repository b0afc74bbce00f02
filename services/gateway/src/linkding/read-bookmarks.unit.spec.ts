import type { UserId } from "@satchel/contracts";
import { afterEach, expect, test, vi } from "vitest";
import type { Tables } from "../queries/tables.ts";
import { filtersOf } from "./read-bookmarks.ts";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["2026-11-28T09:00:00", "2026-11-28T09:00:00.000Z"],
  ["2026-11-28 09:00:00.123456", "2026-11-28T09:00:00.123Z"],
  ["2026-11-28", "2026-11-28T00:00:00.000Z"],
  ["2026-11-28T09:00:00Z", "2026-11-28T09:00:00.000Z"],
  ["2026-11-28T09:00:00+02:00", "2026-11-28T07:00:00.000Z"],
  ["2026-11-28T", undefined],
])(
  "given a server in New York, then %s is %s, so that no change is left out of what an app asks for",
  async (text, time) => {
    vi.stubEnv("TZ", "America/New_York");
    const tables = { listFolders: async () => [] } as unknown as Tables;
    const query = (name: string): string | undefined => (name === "modified_since" ? text : undefined);
    const filters = await filtersOf(tables, { userId: "u" as UserId, query }, false);
    expect(filters?.changedAfter?.toISOString()).toBe(time);
  },
);
