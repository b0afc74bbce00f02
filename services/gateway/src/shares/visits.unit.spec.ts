import { createLogger } from "@satchel/chassis";
import type { ShareId, UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { visitCounter } from "./visits.ts";

const logger = createLogger("test", "silent");
const shared = { userId: "u" as UserId, id: "s" as ShareId };
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const visit = (userAgent: string | undefined, more: Record<string, string> = {}, method = "GET") => ({
  method,
  headers: { ...(userAgent === undefined ? {} : { "user-agent": userAgent }), ...more },
});

test("given people and programs, then people are counted by day, and nothing but numbers is reported", async () => {
  const reported: unknown[] = [];
  let now = Date.parse("2026-11-25T23:59:59.000Z");
  const counter = visitCounter({ report: async (visits) => void reported.push(visits), logger, now: () => now });
  counter.count(visit(FIREFOX), shared);
  counter.count(
    visit("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1"),
    shared,
  );
  for (const program of [
    undefined,
    "",
    "Googlebot/2.1 (+http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0)",
    "facebookexternalhit/1.1",
    "WhatsApp/2.23",
    "Slackbot-LinkExpanding 1.0",
    "TelegramBot (like TwitterBot)",
    "curl/8.5.0",
    "python-requests/2.32",
    "node",
  ]) {
    counter.count(visit(program), shared);
  }
  counter.count(visit(FIREFOX, { "sec-purpose": "prefetch;prerender" }), shared);
  counter.count(visit(FIREFOX, {}, "HEAD"), shared);
  now += 2000;
  counter.count(visit(FIREFOX), shared);
  await counter.close();
  expect(reported).toEqual([
    { userId: "u", shareId: "s", day: "2026-11-25", count: 2 },
    { userId: "u", shareId: "s", day: "2026-11-26", count: 1 },
  ]);
});

test("given a report that fails, then its visits are in the next one", async () => {
  const reported: number[] = [];
  let fails = true;
  const counter = visitCounter({
    report: async ({ count }) => {
      if (fails) throw new Error("not now");
      reported.push(count);
    },
    logger,
    everyMs: 5,
  });
  counter.count(visit(FIREFOX), shared);
  await new Promise((resolve) => setTimeout(resolve, 50));
  counter.count(visit(FIREFOX), shared);
  fails = false;
  await counter.close();
  expect(reported).toEqual([2]);
});
