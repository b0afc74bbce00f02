import { createLogger, openRecords, openPageJobs } from "@satchel/chassis";
import { DeleteLink, LINK_CHECK_SECONDS, LINK_CHECKS, type LinkId, PAGE_JOBS, type UserId } from "@satchel/contracts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enriched } from "../../test/events.ts";
import { newUser, save, startSystem, type System } from "../../test/system.ts";
import { REFETCH_PAUSE_MS, CHECK_EVERY_MS, CHECK_SLICE_MS } from "../limits.ts";
import { submitDueChecks, rangesOf } from "./submit-checks.ts";
import { refetchPages } from "./refetch-pages.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const WEEK = LINK_CHECK_SECONDS * 1000;
const logger = createLogger("test", "silent");
let system: System;
let jobs: Awaited<ReturnType<typeof openPageJobs>>;
beforeAll(async () => {
  system = await startSystem(["links"]);
  jobs = await openPageJobs(system.bus);
});
beforeEach(async () => {
  await system.journal.jsm.streams.purge(PAGE_JOBS);
  await system.pool.query("delete from links.links");
});

/** The links that lie in the line, by their ids. */
async function inLine(kind: "check" | "describe"): Promise<string[]> {
  const info = await system.journal.jsm.streams.info(PAGE_JOBS, { subjects_filter: `pages.${kind}.>` });
  return Object.keys(info.state.subjects ?? {})
    .map((subject) => subject.split(".")[3] ?? "")
    .sort();
}

async function savedLinks(userId: UserId, count: number): Promise<LinkId[]> {
  const ids: LinkId[] = [];
  for (let n = 0; n < count; n++) {
    const url = `https://${n}.example/${userId}`;
    const id = await save(system, userId, url);
    await enriched(system, userId, id, "PageDescribed", { url, finalUrl: url, attempts: 1, page: { tags: [] } });
    ids.push(id);
  }
  return ids.sort();
}

describe("checking links every week", () => {
  const now = { time: 0 };
  const ask = async (bucketName: string): Promise<number> =>
    submitDueChecks({
      db: system.db,
      jobs,
      records: await openRecords(system.bus, bucketName),
      logger,
      now: () => now.time,
    });

  test("given links of two users, when a week goes by, then each is sent once, spread over the week; and again the next", async () => {
    const ids = [...(await savedLinks(newUser(), 14)), ...(await savedLinks(newUser(), 7))].sort();
    now.time = Date.UTC(2026, 1, 3, 5);
    expect(await ask("checks-week")).toBe(0);
    const perDay: number[] = [];
    for (let day = 0; day < 7; day++) {
      let count = 0;
      for (let slice = 0; slice < DAY / CHECK_SLICE_MS; slice++) {
        now.time += CHECK_SLICE_MS;
        count += await ask("checks-week");
      }
      perDay.push(count);
    }
    expect(await inLine("check")).toEqual(ids);
    expect(Math.max(...perDay)).toBeLessThan(ids.length / 2);

    await system.journal.jsm.streams.purge(PAGE_JOBS);
    for (let slice = 0; slice < WEEK / CHECK_SLICE_MS; slice++) {
      now.time += CHECK_SLICE_MS;
      await ask("checks-week");
    }
    expect(await inLine("check")).toEqual(ids);
  });

  test("given links that are deleted or not yet described, then they are not sent", async () => {
    const userId = newUser();
    const [deleted = "" as LinkId] = await savedLinks(userId, 1);
    await system.send(DeleteLink, { userId, linkId: deleted });
    await save(system, userId, "https://pending.example/");
    now.time = Date.UTC(2026, 1, 3);
    await ask("checks-none");
    for (let slice = 0; slice <= WEEK / CHECK_SLICE_MS; slice++) {
      now.time += CHECK_SLICE_MS;
      await ask("checks-none");
    }
    expect(await inLine("check")).toEqual([]);
  });

  test("given a month without a running service, then the links of one week are sent in slices, none twice", async () => {
    const ids = await savedLinks(newUser(), 10);
    now.time = Date.UTC(2026, 1, 3);
    await ask("checks-sleep");
    now.time += 30 * DAY;
    let sent = 0;
    for (let slices = 0; slices < WEEK / CHECK_SLICE_MS + 1; slices++) {
      sent += await ask("checks-sleep");
      now.time += CHECK_EVERY_MS;
    }
    // Time has passed in between, so some are due again.
    expect(await inLine("check")).toEqual(ids);
    expect(sent).toBe(ids.length);
  });

  test("given two replicas that submit at the same time, then each link is in the queue once", async () => {
    const ids = await savedLinks(newUser(), 10);
    now.time = Date.UTC(2026, 1, 3);
    await ask(LINK_CHECKS);
    let sent = 0;
    for (let slice = 0; slice < WEEK / CHECK_SLICE_MS; slice++) {
      now.time += CHECK_SLICE_MS;
      const counts = await Promise.all([ask(LINK_CHECKS), ask(LINK_CHECKS)]);
      sent += counts[0] + counts[1];
    }
    expect(sent).toBe(ids.length);
  });
});

describe("the ranges of ids within a week", () => {
  test("given times one behind the other, then their ranges of ids join and cover all", () => {
    const begin = Date.UTC(2026, 1, 3, 7, 13);
    const steps = Array.from({ length: 168 }, (_, n) => rangesOf(begin + n * HOUR, begin + (n + 1) * HOUR)).flat();
    const sorted = steps.toSorted((a, b) => a.from.localeCompare(b.from));
    expect(sorted[0]?.from).toMatch(/^00000000-/);
    expect(sorted.at(-1)?.to).toBeUndefined();
    for (const [n, { to }] of sorted.slice(0, -1).entries()) expect(to).toBe(sorted[n + 1]?.from);
  });

  test("given a whole week, then all ids are in it; and given no time, none", () => {
    const begin = Date.UTC(2026, 1, 3, 7, 13);
    const [first, second] = rangesOf(begin, begin + WEEK);
    expect(first).toMatchObject({ to: undefined });
    expect(second?.to).toBe(first?.from);
    expect(rangesOf(begin, begin)).toEqual([]);
  });
});

describe("refetching pages", () => {
  const tried = async (userId: UserId, url: string, type: "PageUnreachable" | "PageDescribed"): Promise<LinkId> => {
    const id = await save(system, userId, url);
    const data = type === "PageUnreachable" ? { reason: "timeout" } : { finalUrl: url, page: { tags: [] } };
    await enriched(system, userId, id, type, { url, attempts: 1, ...data });
    return id;
  };
  const again = (more: Partial<Parameters<typeof refetchPages>[1]> = {}, later = 2 * HOUR) =>
    refetchPages({ db: system.db, jobs, now: () => Date.now() + later }, { where: { kind: "failed" }, ...more });

  test("given failed, described and pending links, then the failed ones are sent, and a second call sends none", async () => {
    const userId = newUser();
    const failed = await tried(userId, "https://failed.example/", "PageUnreachable");
    await tried(userId, "https://described.example/", "PageDescribed");
    await save(system, userId, "https://pending.example/");
    expect(await again({ dryRun: true })).toEqual({ found: 1, sent: 0 });
    expect(await inLine("describe")).toEqual([]);
    expect(await again()).toEqual({ found: 1, sent: 1 });
    expect(await again()).toEqual({ found: 1, sent: 0 });
    expect(await inLine("describe")).toEqual([failed]);
  });

  test("given a page that was fetched just now, or a deleted link, then it is skipped", async () => {
    const userId = newUser();
    const failed = await tried(userId, "https://failed.example/", "PageUnreachable");
    expect(await again({}, REFETCH_PAUSE_MS - 60_000)).toEqual({ found: 0, sent: 0 });
    await system.send(DeleteLink, { userId, linkId: failed });
    expect(await again()).toEqual({ found: 0, sent: 0 });
  });

  test("given pages that were fetched so many days ago, then those are sent, of all users or of one", async () => {
    const [ada, eve] = [newUser(), newUser()];
    const hers = await tried(ada, "https://described.example/", "PageDescribed");
    const other = await tried(eve, "https://failed.example/", "PageUnreachable");
    const where = { kind: "older-than", days: 30 } as const;
    expect(await again({ where }, 29 * DAY)).toEqual({ found: 0, sent: 0 });
    expect(await again({ where, userId: ada }, 31 * DAY)).toEqual({ found: 1, sent: 1 });
    expect(await inLine("describe")).toEqual([hers]);
    expect(await again({ where }, 31 * DAY)).toEqual({ found: 2, sent: 1 });
    expect(await inLine("describe")).toEqual([hers, other].sort());
  });
});
