import { type Folder, IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_CHARS, type Link, type LinkId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();
const otherUrl = await system.startAnother();
const anna = await system.signIn("anna@satchel.example");
const bert = await system.signIn("bert@satchel.example");

/** Calls with a key, through one gateway or the other. */
const keyed =
  (key: string, { accessToken } = anna) =>
  (method: string, path: string, body?: unknown, url = system.url): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json", [IDEMPOTENCY_KEY]: key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

const save = async (url: string): Promise<Link> =>
  (await (await anna.call("POST", "/api/links/", { url })).json()) as Link;
const visitsOf = async (id: LinkId): Promise<number> =>
  ((await (await anna.call("GET", `/api/links/${id}`)).json()) as Link).visit_count;

test("given a visit was counted, when it is sent again with its key, through another gateway too, then it counts once", async () => {
  const { id } = await save("https://example.org/visited");
  const call = keyed("visit 1");

  expect((await call("POST", `/api/links/${id}/visit`)).status).toBe(200);
  expect((await call("POST", `/api/links/${id}/visit`)).status).toBe(200);
  expect((await call("POST", `/api/links/${id}/visit`, undefined, otherUrl)).status).toBe(200);

  expect(await visitsOf(id)).toBe(1);
});

test("given two visits under way with one key, when both are answered, then they count once", async () => {
  const { id } = await save("https://example.org/visited-at-once");
  const call = keyed("visit 2");

  const answers = await Promise.all(
    [system.url, otherUrl].map((url) => call("POST", `/api/links/${id}/visit`, undefined, url)),
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await visitsOf(id)).toBe(1);
});

test("given a save, a folder, a deletion, when each is sent again with its key, then the answer is that of the first time", async () => {
  const body = { url: "https://example.org/kept-once" };
  const first = await keyed("save")("POST", "/api/links/", body);
  const again = await keyed("save")("POST", "/api/links/", body);
  expect([first.status, again.status]).toEqual([201, 201]);
  const { id } = (await first.json()) as Link;
  expect(((await again.json()) as Link).id).toBe(id);
  const { history } = (await (await anna.call("GET", `/api/links/${id}/history`)).json()) as { history: object[] };
  expect(history.filter((entry) => (entry as { what: string }).what.startsWith("saved"))).toHaveLength(1);

  const folders = [1, 2].map(async () => (await keyed("folder")("POST", "/api/folders/", { name: "Once" })).json());
  const [one, other] = (await Promise.all(folders)) as Folder[];
  expect(one?.id).toBe(other?.id);

  const deleted = await keyed("delete")("DELETE", `/api/links/${id}`);
  const deletedAgain = await keyed("delete")("DELETE", `/api/links/${id}`);
  expect([deleted.status, deletedAgain.status]).toEqual([204, 204]);
});

test("given a key that was used, when something else is asked for with it, or by somebody else, then that is done too", async () => {
  const { id } = await save("https://example.org/changed");
  const call = keyed("a key");
  await call("PATCH", `/api/links/${id}`, { title: "First" });

  expect(await (await call("PATCH", `/api/links/${id}`, { title: "Second" })).json()).toMatchObject({
    title: "Second",
  });

  const url = "https://example.org/of-both";
  expect((await call("POST", "/api/links/", { url })).status).toBe(201);
  expect((await keyed("a key", bert)("POST", "/api/links/", { url })).status).toBe(201);
  expect(await (await bert.call("GET", "/api/links/")).json()).toHaveLength(1);
});

test("given no key, when a change is sent twice, then it is done twice", async () => {
  const add = async () => (await anna.call("POST", "/api/folders/", { name: "Twice" })).status;

  expect([await add(), await add()]).toEqual([201, 400]);
});

test("given no key, when a session visits a link twice at once, through two gateways, then it counts once, and another session's visit counts too", async () => {
  const { id } = await save("https://example.org/visited-twice");
  const elsewhere = await system.signIn("anna@satchel.example");
  const visit = ({ accessToken }: { accessToken: string }, url: string): Promise<Response> =>
    fetch(`${url}/api/links/${id}/visit`, { method: "POST", headers: { authorization: `Bearer ${accessToken}` } });

  const answers = await Promise.all([system.url, otherUrl, system.url].map((url) => visit(anna, url)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await visitsOf(id)).toBe(1);

  expect((await visit(elsewhere, system.url)).status).toBe(200);
  expect(await visitsOf(id)).toBe(2);
});

test("a key that is too long is turned away", async () => {
  const answer = await keyed("k".repeat(IDEMPOTENCY_KEY_CHARS + 1))("POST", "/api/folders/", { name: "Never" });

  expect(answer.status).toBe(422);
});
