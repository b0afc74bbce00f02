import type { Folder, Link, LinkCount } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance } from "../test/shared-instance.ts";

let instance: SharedInstance;
let anna: Client;
let bert: Client;

const search = (client: Client, q: string, more = ""): Promise<Link[]> =>
  client.json<Link[]>("GET", `/api/links/?q=${encodeURIComponent(q)}${more}`);
const titles = async (client: Client, q: string, more = ""): Promise<(string | null)[]> =>
  (await search(client, q, more)).map(({ title }) => title);
const count = (client: Client, q: string): Promise<LinkCount> =>
  client.json<LinkCount>("GET", `/api/links/count?q=${encodeURIComponent(q)}`);

beforeAll(async () => {
  instance = await sharedInstance();
  anna = await signIn(instance, "anna@search.example");
  bert = await signIn(instance, "bert@search.example");
  const folder = await anna.json<Folder>("POST", "/api/folders/", { name: "Später lesen", parent_folder_id: null });
  const save = (client: Client, path: string, title: string, more: Record<string, unknown> = {}) =>
    client.json<Link>("POST", "/api/links/", { url: `http://${path}`, title, ...more });
  await save(anna, "docs.example.invalid/typescript", "TypeScript handbook", { tags: ["reading list"] });
  await save(anna, "haus.invalid/1", "Zwei Häuser am See", { folder_id: folder.id });
  const street = await anna.json<Folder>("POST", "/api/folders/", { name: "Straße", parent_folder_id: null });
  const outside = { tags: ["Sport"], folder_id: street.id };
  const walk = await save(anna, "example.invalid/2", "Running in the rain", outside);
  const mueller = await save(anna, "example.invalid/3", "Müller kocht");
  await save(bert, "example.invalid/4", "Bert runs a TypeScript house for Müller");
  await anna.json("PATCH", `/api/links/${walk.id}`, { is_favorite: true, notes: "umbrella" });
  await anna.json("POST", `/api/links/${mueller.id}/visit`, {});
});

describe("given links of two people, when one of them searches", () => {
  test.each<[string, string[]]>([
    ["typescript", ["TypeScript handbook"]],
    ["running -umbrella", []],
    ['tag:"Reading List"', ["TypeScript handbook"]],
    ["tag:sport", ["Running in the rain"]],
    ["site:example.invalid", ["Müller kocht", "Running in the rain", "TypeScript handbook"]],
    ["is:fav", ["Running in the rain"]],
    ["is:visited", ["Müller kocht"]],
    ['in:"später lesen"', ["Zwei Häuser am See"]],
    ["in:STRASSE", ["Running in the rain"]],
    ["in:nowhere", []],
    ["after:2020 is:unvisited -tag:sport", ["Zwei Häuser am See", "TypeScript handbook"]],
  ])("then %s finds %j of their own, and counts them", async (q, expected) => {
    // Pages that can't be fetched change nothing about what was given; the lists stand as soon as they were saved.
    await eventually(async () => expect(await titles(anna, q)).toEqual(expected));
    expect(await count(anna, q)).toEqual({ count: expected.length });
  });

  test("then pages are reached by cursor, and a cursor of another search is refused", async () => {
    const path = `/api/links/?q=${encodeURIComponent("site:example.invalid")}&size=2`;
    const first = await anna.call("GET", path);
    const cursor = first.headers.get("x-next-cursor") ?? "";
    expect((await first.json()) as Link[]).toHaveLength(2);
    const second = await anna.call("GET", `${path}&cursor=${cursor}`);
    expect(((await second.json()) as Link[]).map(({ title }) => title)).toEqual(["TypeScript handbook"]);
    expect(second.headers.get("x-next-cursor")).toBeNull();
    expect((await anna.call("GET", `/api/links/?q=other&cursor=${cursor}`)).status).toBe(422);
    expect((await bert.call("GET", `${path}&cursor=${cursor}`)).status).toBe(422);
  });

  test("then an invalid search is refused with its fault, and an unusual one finds nothing", async () => {
    const refused = await anna.call("GET", "/api/links/?q=before:soon");
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      detail: "The search is not valid",
      errors: [{ path: "/q", message: expect.stringContaining("2026-01-31") }],
    });
    for (const q of ["'", "\\", ":*", "a & | !", "(((", '"'.repeat(500), "\u202eabc", "%00"]) {
      const answer = await anna.call("GET", `/api/links/?q=${encodeURIComponent(q)}`);
      expect([200, 422]).toContain(answer.status);
    }
    expect((await anna.call("GET", `/api/links/?q=${"a".repeat(501)}`)).status).toBe(422);
  });
});
