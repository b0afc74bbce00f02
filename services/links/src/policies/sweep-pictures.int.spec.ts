import { setTimeout as delay } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import {
  createLogger,
  type PictureEntry,
  openPictures,
  openPool,
  PICTURE_GRACE_MS,
  type Pictures,
} from "@satchel/chassis";
import { PICTURES, type LinkId, type PictureKey, type UserId } from "@satchel/contracts";
import { atEnd, repetitions } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { enriched } from "../../test/events.ts";
import { listAll, newUser, save, startSystem, type System } from "../../test/system.ts";
import { sweepPictures } from "./sweep-pictures.ts";

const logger = createLogger("test", "silent");
/** When every picture of these tests is as old as it takes. */
const later = () => Date.now() + PICTURE_GRACE_MS + 1000;

let system: System;
let pictures: Pictures;
beforeAll(async () => {
  system = await startSystem();
  pictures = await openPictures(system.bus);
});
const sweep = (now: number) => sweepPictures({ ...system, logger }, pictures, now);
const nothing = { unreferenced: 0, evicted: 0 };
async function listed(): Promise<PictureEntry[]> {
  const all: PictureEntry[] = [];
  for await (const picture of pictures.list()) all.push(picture);
  return all;
}

let count = 0;
const keep = (): Promise<PictureKey> =>
  pictures.put({
    type: "image/webp",
    small: new TextEncoder().encode(`card ${++count} `.repeat(2000)),
    large: new TextEncoder().encode(`picture ${count} `.repeat(20_000)),
  });

/** Saves a link whose page has these pictures. */
async function saveWith(userId: UserId, keys: { previewKey?: PictureKey; faviconKey?: PictureKey }): Promise<LinkId> {
  const url = `https://example.com/${++count}`;
  await save(system, userId, url);
  const link = (await listAll(system, userId)).find((found) => found.url === url);
  const linkId = link?.id as LinkId;
  const data = { url, finalUrl: url, attempts: 1, page: { tags: [] }, ...keys };
  await enriched(system, userId, linkId, "PageDescribed", data);
  return linkId;
}

test("given pictures, when they are swept, then those without a link are removed, with their octets", async () => {
  const [preview, icon, unreferenced] = [await keep(), await keep(), await keep()];
  await saveWith(newUser(), { previewKey: preview });
  await saveWith(newUser(), { faviconKey: icon });

  expect(await sweep(later())).toEqual({ unreferenced: 1, evicted: 0 });

  expect(await pictures.isCurrent(unreferenced)).toBe(false);
  expect(await pictures.get(preview, "large")).toBeDefined();
  expect(await pictures.get(icon, "large")).toBeDefined();
  expect(await sweep(later())).toEqual(nothing);
  const { state } = await (await jetstreamManager(system.bus.nc)).streams.info(`OBJ_${PICTURES}`, {
    subjects_filter: `$O.${PICTURES}.C.>`,
  });
  expect(Object.keys(state.subjects ?? {})).toHaveLength(2);
});

test("given a picture without a link, when it is younger than an hour, then it stays", async () => {
  const fresh = await keep();

  expect(await sweep(Date.now())).toEqual(nothing);
  expect(await pictures.get(fresh, "large")).toBeDefined();
  // It was kept once more while the sweep looked for links.
  await pictures.remove(fresh, Date.now() - 1000);
  expect(await pictures.get(fresh, "large")).toBeDefined();
});

test("given a picture that was removed, when a page has it again, then it is there again", async () => {
  const picture = { type: "image/webp", small: new TextEncoder().encode("again and again") };
  const key = await pictures.put(picture);
  await pictures.remove(key, later());

  expect(await pictures.put(picture)).toBe(key);
  expect(new TextDecoder().decode((await pictures.get(key, "small"))?.bytes)).toBe("again and again");
});

test("given more pictures than the limit, when they are swept, then the oldest are removed although links refer to them", async () => {
  const keys: PictureKey[] = [];
  for (let n = 0; n < 5; n++) {
    keys.push(await keep());
    await saveWith(newUser(), { previewKey: keys[n] as PictureKey });
  }
  const all = await listed();
  const ours = all.filter(({ key }) => keys.includes(key));
  const others = all.filter(({ key }) => !keys.includes(key));
  for (const { key } of others) await pictures.remove(key, later());
  const total = ours.reduce((sum, { bytes }) => sum + bytes, 0);

  expect(await sweepPictures({ ...system, logger, maxBytes: total }, pictures, Date.now())).toEqual(nothing);
  // LinkQuota for four fifths: two go, so that the next picture does not make another one go at once.
  const swept = await sweepPictures({ ...system, logger, maxBytes: total * 0.8 }, pictures, Date.now() + 1000);

  expect(swept).toEqual({ unreferenced: 0, evicted: 2 });
  for (const [n, key] of keys.entries()) expect(await pictures.isCurrent(key)).toBe(n >= 2);
});

test("given links that can't be searched in time, when pictures are swept, then the oldest are still removed", async () => {
  const unreferenced = [await keep(), await keep(), await keep()];
  const ours = (await listed()).reduce((sum, { bytes }) => sum + bytes, 0);
  // A scan of very many links takes longer than a statement may; this one waits for a lock, and may not for long.
  const url = new URL(system.env["DATABASE_URL"] as string);
  url.searchParams.set("options", "-c lock_timeout=500");
  const pool = openPool({ url: url.href, logger, name: "impatient", connections: 2 });
  const other = await system.pool.connect();
  atEnd(async () => {
    other.release(true);
    await pool.end();
  });
  await other.query("begin; lock table links.links in access exclusive mode");

  const swept = await sweepPictures({ ...system, pool, logger, maxBytes: ours - 1 }, pictures, later());

  expect(swept).toMatchObject({ unreferenced: 0, evicted: expect.any(Number) });
  expect(swept.evicted).toBeGreaterThan(0);
  expect((await listed()).reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(ours * 0.9);
  await other.query("rollback");
  expect(await pictures.isCurrent(unreferenced[2] as PictureKey)).toBe(true);
  expect(await sweepPictures({ ...system, pool, logger }, pictures, later())).toMatchObject({ evicted: 0 });
  expect(await pictures.isCurrent(unreferenced[2] as PictureKey)).toBe(false);
});

test("given more pictures than are listed at once, when they are listed and swept, then each is seen once, and not all at once", async () => {
  const small = Array.from({ length: repetitions(600, 1200) }, (_, n) => new TextEncoder().encode(`small ${n}`));
  const keys = new Set<PictureKey>();
  for (let at = 0; at < small.length; at += 100) {
    const batch = small.slice(at, at + 100).map((bytes) => pictures.put({ type: "image/webp", small: bytes }));
    for (const key of await Promise.all(batch)) keys.add(key);
  }
  const all = await listed();
  expect(all.filter(({ key }) => keys.has(key))).toHaveLength(small.length);
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);

  const { nc } = system.bus;
  const before = nc.stats().inMsgs;
  const reading = pictures.list()[Symbol.asyncIterator]();
  expect(await reading.next()).toMatchObject({ done: false });
  // Time for what the bus was asked for to arrive.
  await delay(1000);
  expect(nc.stats().inMsgs - before).toBeLessThan(small.length);
  await reading.return?.();

  const { unreferenced } = await sweep(later());

  expect(unreferenced).toBeGreaterThanOrEqual(small.length);
  for (const { key } of await listed()) expect(keys).not.toContain(key);
});

test("given octets of a picture whose writer was killed before it was whole, when pictures are swept, then they go when they are old enough", async () => {
  const { js, jsm } = system.journal;
  const subject = `$O.${PICTURES}.C.killed`;
  await js.publish(subject, "half");
  const half = () => jsm.streams.getMessage(`OBJ_${PICTURES}`, { last_by_subj: subject });

  await sweep(Date.now());
  expect(await half()).not.toBeNull();
  await sweep(later());

  expect(await half()).toBeNull();
});

test("given another replica that sweeps, when this one starts a sweep, then it does nothing", async () => {
  const unreferenced = await keep();
  const other = await system.pool.connect();
  await other.query("select pg_advisory_lock(hashtext('satchel.sweep-pictures'))");

  expect(await sweep(later())).toEqual(nothing);

  await other.query("select pg_advisory_unlock(hashtext('satchel.sweep-pictures'))");
  other.release();
  expect(await sweep(later())).toMatchObject({ unreferenced: 1 });
  expect(await pictures.isCurrent(unreferenced)).toBe(false);
});

test("given tables during a rebuild, when pictures are swept, then none is removed", async () => {
  const preview = await keep();
  await saveWith(newUser(), { previewKey: preview });
  await system.stop();
  await system.pool.query("update links.checkpoints set sequence = 0");
  await system.pool.query("delete from links.links");

  expect(await sweep(later())).toEqual(nothing);

  expect(await pictures.get(preview, "large")).toBeDefined();
});
