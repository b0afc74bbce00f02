import { type Link, READ_YOUR_WRITES_MS, STALE } from "@satchel/contracts";
import { atEnd } from "@satchel/testing";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { caller, startTestSystem, type TestSystem } from "../../test/gateway.ts";

let system: TestSystem;
let database: pg.Client;
beforeAll(async () => {
  system = await startTestSystem();
  database = new pg.Client({ connectionString: system.database.url });
  await database.connect();
  atEnd(() => database.end());
});

let people = 0;
/** Someone who is signed in. */
async function newPerson() {
  const { cookie } = await system.signIn(`person${++people}@satchel.example`);
  return caller(system.url, { cookie, origin: "http://localhost:3000" });
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

  test("when a link is saved, then the answer waits, and the next list has the link", async () => {
    const call = await newPerson();
    const url = address();
    const saving = call("POST", "/api/links/", { url });
    expect(await soon(saving)).toBe("waits");
    await catchUp();
    const saved = await saving;
    expect([saved.status, saved.headers.get(STALE)]).toEqual([201, null]);
    expect(await urlsOf(await call("GET", "/api/links/"))).toEqual([url]);
  });

  test("when they lag for longer than that, then the answer has the link and says that lists may not; lists are not held up", async () => {
    const call = await newPerson();
    const url = address();
    const saved = await call("POST", "/api/links/", { url, tags: ["mine"] });
    expect([saved.status, saved.headers.get(STALE)]).toEqual([201, "1"]);
    expect(await saved.json()).toMatchObject({ url, tags: ["mine"] });
    const began = Date.now();
    expect(await urlsOf(await call("GET", "/api/links/"))).toEqual([]);
    expect(Date.now() - began).toBeLessThan(READ_YOUR_WRITES_MS);
  });
});

test("given a new link, then the answer is what is read of it afterwards", async () => {
  const call = await newPerson();
  const saved = await call("POST", "/api/links/", {
    url: "https://Example.com/a b?utm_source=x#top",
    title: "  Mine ",
    suggested_title: "Theirs",
    tags: ["Two", "one", "two"],
  });
  const link = (await saved.json()) as Link;
  const [listed] = (await (await call("GET", "/api/links/")).json()) as Link[];
  expect(link).toEqual(listed);
  expect(link).toMatchObject({ title: "Mine", saved_by: "page" });
});

test("given a link that was there already, then the answer has what was kept with it before", async () => {
  const call = await newPerson();
  const url = address();
  await call("POST", "/api/links/", { url, title: "Mine", tags: ["first"] });
  const again = await call("POST", "/api/links/", { url, tags: ["second"] });
  expect([again.status, await again.json()]).toMatchObject([200, { title: "Mine", tags: ["first", "second"] }]);
});
