import { randomUUID } from "node:crypto";
import {
  type BulkAnswer,
  type DuplicatePages,
  type ErrorBody,
  type Highlight,
  IDEMPOTENCY_KEY,
  type Link,
  MERGE_LINKS,
  type MergeAnswer,
  texts,
  laterTexts,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance } from "../test/shared-instance.ts";

let instance: SharedInstance;
let users = 0;
beforeAll(async () => {
  instance = await sharedInstance();
});

const newClient = (): Promise<Client> => signIn(instance, `duplicates-${++users}@example.com`);
/** A link to a page; all variants of a page lead there. */
const save = (client: Client, page: string, variant: 0 | 1 | 2 = 0): Promise<Link> => {
  const [url] = [`http://merged.test/${page}`, `https://merged.test/${page}`, `https://www.merged.test/${page}/`].slice(
    variant,
  );
  return client.json("POST", "/api/links/", { url });
};
const pair = async (client: Client, page = "a"): Promise<[Link, Link]> => [
  await save(client, page),
  await save(client, page, 1),
];
const duplicates = (client: Client): Promise<DuplicatePages> => client.json("GET", "/api/links/duplicates");
const merge = (client: Client, body: object): Promise<MergeAnswer> => client.json("POST", "/api/links/merge", body);
const ids = async (client: Client): Promise<string[]> =>
  (await client.json<Link[]>("GET", "/api/links/?size=100")).map(({ id }) => id);

test("given pages that are saved twice, then they are listed with their links, and what belongs to each of these", async () => {
  const client = await newClient();
  const [first, second] = await pair(client);
  await save(client, "alone");
  const other = await pair(client, "b");
  await client.json<Highlight>("POST", `/api/links/${second.id}/highlights`, { quote: { exact: "a sentence" } });
  const { pages, total } = await eventually(async () => {
    const listed = await duplicates(client);
    expect(listed.pages[1]?.links[1]?.highlights).toBe(1);
    return listed;
  });
  expect(total).toBe(2);
  expect(pages.map(({ number, links }) => [number, ...links.map(({ id }) => id)])).toEqual([
    [2, ...other.map(({ id }) => id)],
    [2, first.id, second.id],
  ]);
  expect(pages[1]?.links.map(({ copies, highlights }) => [copies, highlights])).toEqual([
    [0, 0],
    [0, 1],
  ]);
});

test("given links to one page, when they are merged, then one is left, a search finds no duplicate, and one undo brings all back", async () => {
  const client = await newClient();
  const [keep, other] = await pair(client);
  await client.json("PATCH", `/api/links/${other.id}`, { tags: ["theirs"], is_favorite: true });
  await client.json("POST", `/api/links/${other.id}/visit`, {});
  const before = await ids(client);

  const answer = await merge(client, { keep: keep.id, others: [other.id] });
  expect(answer).toMatchObject({
    link: { id: keep.id, tags: ["theirs"], is_favorite: true, visit_count: 1 },
    merged: 1,
    failed: [],
  });
  expect(await ids(client)).toEqual([keep.id]);
  expect(await duplicates(client)).toEqual({ pages: [], total: 0 });
  expect(await client.json("GET", "/api/links/?q=is:duplicate")).toEqual([]);
  const { history } = await client.json<{ history: { what: string }[] }>("GET", `/api/links/${keep.id}/history`);
  expect(history.map(({ what }) => what)).toContain("merged");

  const undone = await client.json<BulkAnswer>("POST", `/api/links/bulk/${answer.bulk_id}/undo`);
  expect(undone).toMatchObject({ changed: 2, failed: [] });
  expect(await ids(client)).toEqual(before);
  expect(await client.json("GET", `/api/links/${keep.id}`)).toMatchObject({ tags: [], visit_count: 0 });
});

test("given several pages that are merged as one step, then one undo brings all back", async () => {
  const client = await newClient();
  const [a, b] = [await pair(client, "a"), await pair(client, "b")];
  const before = await ids(client);
  const { bulk_id } = await merge(client, { keep: a[0].id, others: [a[1].id] });
  expect(await merge(client, { keep: b[0].id, others: [b[1].id], bulk_id })).toMatchObject({ bulk_id });
  expect(await ids(client)).toHaveLength(2);
  await client.json("POST", `/api/links/bulk/${bulk_id}/undo`);
  expect(await ids(client)).toEqual(before);
});

test("given a merge that is sent twice with one key, then it takes effect once", async () => {
  const client = await newClient();
  const [keep, other] = await pair(client);
  const send = async () => {
    const answer = await client.call(
      "POST",
      "/api/links/merge",
      { keep: keep.id, others: [other.id] },
      { [IDEMPOTENCY_KEY]: "once" },
    );
    return [answer.status, ((await answer.json()) as MergeAnswer).bulk_id];
  };
  const first = await send();
  expect(first[0]).toBe(200);
  expect(await send()).toEqual(first);
});

describe("given links that can't be merged", () => {
  test("because they lead to different pages, then it is 400, and says so", async () => {
    const client = await newClient();
    const [keep, other] = await pair(client);
    const another = await save(client, "b");
    const answer = await client.call("POST", "/api/links/merge", { keep: keep.id, others: [other.id, another.id] });
    expect([answer.status, await answer.json()]).toEqual([400, { detail: laterTexts.duplicates.notSamePage }]);
    expect(await ids(client)).toHaveLength(3);
  });

  test("because one is another account's, deleted, erased, or none at all, then it is 404, and nothing happens", async () => {
    const [client, stranger] = [await newClient(), await newClient()];
    const [keep, other] = await pair(client);
    const [deleted, theirs] = [await save(client, "a", 2), await save(stranger, "a")];
    const never = randomUUID();
    await client.call("DELETE", `/api/links/${deleted.id}`);
    const refused = async (id: string): Promise<void> => {
      for (const body of [
        { keep: keep.id, others: [other.id, id] },
        { keep: id, others: [keep.id, other.id] },
      ]) {
        const answer = await client.call("POST", "/api/links/merge", body);
        expect([answer.status, await answer.json()]).toEqual([404, { detail: texts.links.notFound }]);
      }
    };
    for (const id of [deleted.id, theirs.id, never]) await refused(id);
    await client.call("DELETE", `/api/links/deleted/${deleted.id}`);
    await refused(deleted.id);
    expect(await ids(client)).toHaveLength(2);
    expect(await ids(stranger)).toEqual([theirs.id]);
  });

  test("because another account made the merge, then its undo is 404", async () => {
    const [client, stranger] = [await newClient(), await newClient()];
    const [keep, other] = await pair(client);
    const { bulk_id } = await merge(client, { keep: keep.id, others: [other.id] });
    expect((await stranger.call("POST", `/api/links/bulk/${bulk_id}/undo`)).status).toBe(404);
    // Its own merge under that id is no more than its own.
    const own = await pair(stranger);
    await merge(stranger, { keep: own[0].id, others: [own[1].id], bulk_id });
    await stranger.json("POST", `/api/links/bulk/${bulk_id}/undo`);
    expect(await ids(client)).toEqual([keep.id]);
    expect(await ids(stranger)).toHaveLength(2);
  });

  const [a, b] = ["8b4571bd-f45a-580c-8bfe-60e1632dbf9a", "9b4571bd-f45a-580c-8bfe-60e1632dbf9a"];
  test.each<[unknown, string]>([
    [{}, "/keep"],
    [{ keep: a }, "/others"],
    [{ keep: a, others: [] }, "/others"],
    [{ keep: a, others: [a] }, "/others"],
    [{ keep: a, others: [b, b] }, "/others"],
    [{ keep: a, others: b }, "/others"],
    [{ keep: a, others: ["x"] }, "/others/0"],
    [{ keep: a, others: [null] }, "/others/0"],
    [{ keep: [a], others: [b] }, "/keep"],
    [{ keep: a.toUpperCase(), others: [b] }, "/keep"],
    [{ keep: a, others: [b], bulk_id: "x" }, "/bulk_id"],
    [{ keep: a, others: Array.from({ length: MERGE_LINKS }, () => randomUUID()) }, "/others"],
  ])("because the body is %j, then it is 422 and says where", async (body, path) => {
    const client = await newClient();
    const answer = await client.call("POST", "/api/links/merge", body);
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as ErrorBody).errors?.map((error) => error.path)).toContain(path);
  });
});
