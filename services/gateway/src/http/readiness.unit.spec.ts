import type { Bus } from "@satchel/chassis";
import { afterEach, expect, test, vi } from "vitest";
import type { Tables } from "../queries/tables.ts";
import { ownChecks } from "./readiness.ts";

afterEach(() => vi.useRealTimers());

test("given tables that were away and a machine's clock that is set back by a day, then they are looked at again as soon as ever", async () => {
  vi.useFakeTimers({ now: 86_400_000, toFake: ["Date", "performance"] });
  let state = "failing: away";
  const checks = ownChecks({ connected: () => true } as Bus, { check: async () => state } as Tables);
  expect(await checks()).toMatchObject({ "gateway tables": "failing: away" });

  state = "ok";
  vi.setSystemTime(0);
  vi.advanceTimersByTime(1000);

  expect(await checks()).toMatchObject({ "gateway tables": "ok" });
});
