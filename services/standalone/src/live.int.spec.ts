import { inProof } from "@satchel/testing/in-proof";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { BulkAnswer, Folder, Link } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance } from "../test/shared-instance.ts";

const CHANGES = 200;
/** More than a live event names at once. */
const BULK = 600;

let instance: SharedInstance;
let client: Client;
beforeAll(async () => {
  instance = await sharedInstance();
  client = await signIn(instance, "live@example.com");
});

/** A page that follows the live events, and comes back with the last id it heard whenever it is cut off. */
class Page {
  readonly heard = { links: [] as string[], folders: [] as number[], hello: 0, connections: 0 };
  lastEventId = "";
  #abort = new AbortController();
  #stopped = false;
  readonly #token: string;
  readonly #told: (links?: readonly string[]) => void;
  readonly ended: Promise<void>;

  /** @param told what it does when it is told to load some links, or everything */
  constructor(token: string, told: (links?: readonly string[]) => void = () => undefined) {
    this.#token = token;
    this.#told = told;
    this.ended = this.#follow();
  }

  /** Breaks the connection in the middle of whatever is on its way. */
  cut(): void {
    this.#abort.abort();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.cut();
    await this.ended;
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      this.#abort = new AbortController();
      await this.#read(this.#abort.signal).catch(() => undefined);
      await delay(20);
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const headers = { authorization: `Bearer ${this.#token}`, "last-event-id": this.lastEventId };
    const answer = await fetch(`${instance.url}/api/events`, { headers, signal });
    if (!answer.ok) throw new Error(String(answer.status));
    this.heard.connections++;
    let rest = "";
    for await (const chunk of answer.body ?? []) {
      const frames = (rest + Buffer.from(chunk).toString()).split("\n\n");
      rest = frames.pop() ?? "";
      frames.forEach((frame) => this.#take(frame));
    }
  }

  #take(frame: string): void {
    const fields = Object.fromEntries(frame.split("\n").map((line) => line.split(/: ?(.*)/s).slice(0, 2)));
    if (fields.data !== undefined) {
      const { type, ids } = JSON.parse(fields.data) as { type: string; ids: never[] };
      if (type === "hello") {
        this.heard.hello++;
        this.#told();
      } else if (type === "links") {
        this.heard.links.push(...ids);
        this.#told(ids);
      } else if (type === "folders") this.heard.folders.push(...ids);
    }
    if (fields.id !== undefined) this.lastEventId = fields.id;
  }
}

test(`given a page whose connection breaks again and again, when ${CHANGES} things change meanwhile, then it misses none and loads everything never again`, async () => {
  const page = new Page(client.token);
  await eventually(() => page.heard.hello === 1);
  const links: string[] = [];
  const folders: number[] = [];
  let done = false;
  const cutting = (async () => {
    // Each time it has come up, however long that takes: one that is cut before says nothing about what it misses.
    for (let connections = 0; !done; connections = page.heard.connections) {
      await eventually(() => done || page.heard.connections > connections);
      await delay(100);
      page.cut();
    }
  })();

  await Promise.all(
    Array.from({ length: 4 }, async (_, at) => {
      for (let n = at; n < CHANGES; n += 4) {
        if (n % 10 === 0) folders.push((await client.json<Folder>("POST", "/api/folders/", { name: `F${n}` })).id);
        else links.push((await client.json<Link>("POST", "/api/links/", { url: `http://127.0.0.1:1/${n}` })).id);
      }
    }),
  );
  done = true;
  await cutting;

  await eventually(() => {
    expect(links.filter((id) => !page.heard.links.includes(id))).toEqual([]);
    expect(folders.filter((id) => !page.heard.folders.includes(id))).toEqual([]);
  });
  expect(page.heard.hello).toBe(1);
  expect(page.heard.connections).toBeGreaterThan(3);
  await page.stop();
});

inProof(
  `given an open page, when one call changes ${BULK} links, then it hears of each, or that it should load everything`,
  async () => {
    // Anew for a second try: what the first has changed is not changed again.
    const owner = await signIn(instance, `live-bulk-${randomUUID()}@example.com`);
    const file = Array.from({ length: BULK }, (_, n) => `<DT><A HREF="http://127.0.0.1:1/bulk/${n}">${n}</A>`);
    await fetch(`${instance.url}/api/imports`, {
      method: "POST",
      headers: { authorization: `Bearer ${owner.token}`, "content-type": "text/html" },
      body: `<DL>${file.join("\n")}</DL>`,
    });
    const count = async (query: string) =>
      (await owner.json<{ count: number }>("GET", `/api/links/count?${query}`)).count;
    await eventually(async () => expect(await count("")).toBe(BULK));
    const load = async (query: string): Promise<string[]> => {
      const pages = Array.from({ length: BULK / 100 }, (_, n) => `/api/links/?size=100&page=${n + 1}${query}`);
      return (await Promise.all(pages.map((path) => owner.json<Link[]>("GET", path)))).flat().map(({ id }) => id);
    };
    const all = await load("");
    /** What the page has loaded as a favourite: just what it was told to load, for pages are described meanwhile too. */
    const shown = new Set<string>();
    let loading = Promise.resolve();
    const page = new Page(owner.token, (told) => {
      loading = loading.then(async () => {
        const favorites = await load("&favorites_only=true");
        for (const id of told === undefined ? favorites : favorites.filter((one) => told.includes(one))) shown.add(id);
      });
    });
    await eventually(() => page.heard.hello === 1);
    const body = { filter: {}, action: "favorite", is_favorite: true };

    expect(await owner.json<BulkAnswer>("POST", "/api/links/bulk", body)).toMatchObject({ changed: BULK });

    await eventually(() => expect(all.filter((id) => !shown.has(id))).toEqual([]));
    expect(all).toHaveLength(BULK);
    expect(page.heard.connections).toBe(1);
    await page.stop();
    await loading;
  },
);
