import { type Link, READ_YOUR_WRITES_MS, STALE } from "@satchel/contracts";
import { atEnd } from "@satchel/testing";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { caller, cookiesOf, startTestSystem, type TestSystem } from "../../test/gateway.ts";

let system: TestSystem;
let other: string;
let database: pg.Client;
beforeAll(async () => {
  system = await startTestSystem();
  other = await system.startAnother();
  database = new pg.Client({ connectionString: system.database.url });
  await database.connect();
  atEnd(() => database.end());
});

let people = 0;
/** Someone who is signed in, in a browser and by a program. */
async function newPerson() {
  const { cookie, accessToken } = await system.signIn(`person${++people}@satchel.example`);
  return {
    cookie,
    program: caller(system.url, { authorization: `Bearer ${accessToken}` }),
    /** A browser at one of the gateways, with further cookies. */
    browser: (url = system.url, further = "") =>
      caller(url, { cookie: further === "" ? cookie : `${cookie}; ${further}`, origin: "http://localhost:3000" }),
  };
}

const address = () => `https://example.com/${++people}`;
const urlsOf = async (answer: Response): Promise<string[]> => ((await answer.json()) as Link[]).map(({ url }) => url);
const soon = (answer: Promise<Response>): Promise<Response | "waits"> =>
  Promise.race([answer, new Promise<"waits">((resolve) => setTimeout(() => resolve("waits"), 300))]);

describe("given tables that lag behind the journal", () => {
  beforeEach(async () => {
    // The projection waits for this lock before it moves a checkpoint.
    await database.query("begin; lock table links.checkpoints in exclusive mode");
  });
  const catchUp = () => database.query("rollback");
  afterEach(catchUp);

  test("when a browser saves, then it is answered at once, and its next list waits and has the link", async () => {
    const { browser } = await newPerson();
    const [url, second] = [address(), address()];
    const saved = await browser()("POST", "/api/links/", { url });
    expect([saved.status, saved.headers.get(STALE)]).toEqual([201, null]);
    // The next save need not wait for the one before it.
    expect((await browser()("POST", "/api/links/", { url: second })).status).toBe(201);
    const listing = browser()("GET", "/api/links/");
    expect(await soon(listing)).toBe("waits");
    await catchUp();
    const listed = await listing;
    expect([listed.headers.get(STALE), await urlsOf(listed)]).toEqual([null, [second, url]]);
  });

  test("when the list is asked of another gateway, then it waits there too", async () => {
    const { browser } = await newPerson();
    const url = address();
    const saved = await browser()("POST", "/api/links/", { url });
    const listing = browser(other, cookiesOf(saved))("GET", "/api/links/");
    expect(await soon(listing)).toBe("waits");
    await catchUp();
    expect(await urlsOf(await listing)).toEqual([url]);
  });

  test("when a program saves, which keeps no cookies, then the save itself waits", async () => {
    const { program } = await newPerson();
    const url = address();
    const saving = program("POST", "/api/links/", { url });
    expect(await soon(saving)).toBe("waits");
    await catchUp();
    expect([(await saving).status, (await saving).headers.getSetCookie()]).toEqual([201, []]);
    expect(await urlsOf(await program("GET", "/api/links/"))).toEqual([url]);
  });

  test("when they lag for longer than a program's save waits, then its answer has the link and says that lists may not", async () => {
    const { program } = await newPerson();
    const url = address();
    const saved = await program("POST", "/api/links/", { url, tags: ["mine"] });
    expect([saved.status, saved.headers.get(STALE)]).toEqual([201, "1"]);
    expect(await saved.json()).toMatchObject({ url, tags: ["mine"] });
  });

  test("when they lag for too long, then a list is answered and says that it may be stale; lists of others are not held up", async () => {
    const [saver, bystander] = [await newPerson(), await newPerson()];
    await saver.browser()("POST", "/api/links/", { url: address() });
    const began = Date.now();
    const listing = saver.browser()("GET", "/api/links/");
    expect(await urlsOf(await bystander.browser()("GET", "/api/links/"))).toEqual([]);
    expect(Date.now() - began).toBeLessThan(READ_YOUR_WRITES_MS);
    const listed = await listing;
    expect([listed.status, listed.headers.get(STALE), await urlsOf(listed)]).toEqual([200, "1", []]);
  });
});

test("given a new link, then the answer is what is read of it afterwards", async () => {
  const { browser } = await newPerson();
  const saved = await browser()("POST", "/api/links/", {
    url: "https://Example.com/a b?utm_source=x#top",
    title: "  Mine ",
    suggested_title: "Theirs",
    tags: ["Two", "one", "two"],
  });
  const link = (await saved.json()) as Link;
  const [listed] = (await (await browser()("GET", "/api/links/")).json()) as Link[];
  expect(link).toEqual(listed);
  expect(link).toMatchObject({ title: "Mine", saved_by: "page" });
});

test("given a link that was there already, then the answer has what was kept with it before", async () => {
  const { browser } = await newPerson();
  const url = address();
  await browser()("POST", "/api/links/", { url, title: "Mine", tags: ["first"] });
  const again = await browser()("POST", "/api/links/", { url, tags: ["second"] });
  expect([again.status, await again.json()]).toMatchObject([200, { title: "Mine", tags: ["first", "second"] }]);
});

test("given a made-up position in the cookie, then one's own calls wait a while, and are answered", async () => {
  const { browser } = await newPerson();
  for (const made of ["999999999999999", "-1", "1e9", "x", "9".repeat(400), "'; drop table links"]) {
    const answer = await browser(system.url, `satchel_saved=${encodeURIComponent(made)}`)("GET", "/api/links/");
    expect([made, answer.status]).toEqual([made, 200]);
  }
});
