import { randomBytes } from "node:crypto";
import { type OpenedShare, SHARE_CHECK_MS } from "@satchel/contracts";
import { afterEach, expect, test, vi } from "vitest";
import { isShareName } from "./addresses.ts";
import { shareOpener } from "./open.ts";

afterEach(() => vi.useRealTimers());

const name = (): string => randomBytes(16).toString("base64url");

test("given a machine's clock that is set back by a day, when something shared is ended, then it is closed as soon as ever", async () => {
  vi.useFakeTimers({ now: 86_400_000, toFake: ["Date", "performance"] });
  let answer: OpenedShare | null = { expiresAt: null } as OpenedShare;
  const open = shareOpener(async () => answer);
  const shared = name();
  expect(isShareName(shared)).toBe(true);
  await open(shared, "client");

  answer = null;
  vi.setSystemTime(0);
  vi.advanceTimersByTime(SHARE_CHECK_MS);

  await expect(open(shared, "client")).rejects.toMatchObject({ data: { code: "not-found" } });
});
