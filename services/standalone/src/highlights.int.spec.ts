import type { Highlight, Import, Link, ListedHighlight } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { sharedInstance } from "../test/shared-instance.ts";

const instance = await sharedInstance();

async function importFile(client: Client, body: string | Uint8Array): Promise<Import> {
  const answer = await fetch(`${instance.url}/api/imports`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}` },
    body: Buffer.from(body as Uint8Array),
  });
  const { id } = (await answer.json()) as Import;
  return eventually(async () => {
    const found = await client.json<Import>("GET", `/api/imports/${id}`);
    return found.status !== "running" && found;
  }) as Promise<Import>;
}

const all = (client: Client): Promise<ListedHighlight[]> => client.json("GET", "/api/highlights?size=100");

const OMNIVORE = zipSync({
  "metadata_0_to_1.json": strToU8(
    JSON.stringify([
      { id: "1", slug: "tides-1", title: "Tides", url: "https://tides.example/", savedAt: "2024-10-30T12:39:28Z" },
    ]),
  ),
  "content/tides-1.html": strToU8("<html><body><dl><dt>An article</dt></dl></body></html>"),
  "highlights/tides-1.md": strToU8("> The moon pulls \n\n#sea\n\nWhy not the *sun*?\n\n> Twice a day "),
});

const READWISE = `Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags
Spring tides,TIDES,Mara,,,orange,,page,1,2020-10-05 10:15:30+00:00,
Of a book that nobody saved,Another,Mara,,,,,page,1,2020-10-05 10:15:30+00:00,
`;

describe("given the exports of other programs", () => {
  test("when they are imported, then their highlights are on the links of their pages, and again nothing new", async () => {
    const client = await signIn(instance, "importer@highlights.example");
    expect(await importFile(client, OMNIVORE)).toMatchObject({
      status: "done",
      read: 2,
      saved: 1,
      known: 0,
      highlights: 2,
    });
    expect(await importFile(client, READWISE)).toMatchObject({
      status: "done",
      known: 0,
      highlights: 1,
      skipped: 1,
      faults: [{ entry: 2, text: "Another" }],
    });
    const found = async () =>
      (await all(client)).map(({ quote, note, color, link, created_at }) => [
        quote.exact,
        note,
        color,
        link.url,
        created_at.startsWith("2020-10-05"),
      ]);
    const expected = [
      ["Twice a day", null, "yellow", "https://tides.example/", false],
      ["The moon pulls", "Why not the *sun*?", "yellow", "https://tides.example/", false],
      ["Spring tides", null, "yellow", "https://tides.example/", true],
    ];
    await eventually(async () => expect(await found()).toEqual(expected));

    const [deleted] = await all(client);
    await client.json("DELETE", `/api/links/${deleted?.link_id}/highlights/${deleted?.id}`);
    await importFile(client, OMNIVORE);
    await importFile(client, READWISE);
    expect(await found()).toEqual(expected.slice(1));
  });

  test("when a title has a NUL, or begins like those of more links than are compared, then it is found among the newest", async () => {
    const client = await signIn(instance, "alike@highlights.example");
    const titleOf = (n: number): string => `${"All titles of this site begin like this. ".repeat(2)}Number ${n}`;
    const links = Array.from({ length: 101 }, (_, n) => `https://alike.example/${n},${titleOf(n)}`);
    expect(await importFile(client, ["url,title", ...links].join("\n"))).toMatchObject({ saved: 101 });
    const rows = [titleOf(0), titleOf(1), titleOf(100).replace("N", "\0n")].map((title) => `Words,${title},,,,,,,,,`);

    const done = await importFile(client, [READWISE.split("\n", 1)[0], ...rows].join("\n"));

    expect(done).toMatchObject({ status: "done", highlights: 2, skipped: 1, faults: [{ text: titleOf(0) }] });
    const found = async () => new Set((await all(client)).map(({ link }) => link.url));
    await eventually(async () =>
      expect(await found()).toEqual(new Set(["https://alike.example/1", "https://alike.example/100"])),
    );
  });
});

test("given highlights, when the account is exported, then they are in it, also as events, and an import brings them once", async () => {
  const client = await signIn(instance, "exporter@highlights.example");
  const link = await client.json<Link>("POST", "/api/links/", { url: "https://tides.example/mine" });
  const made = await client.json<Highlight>("POST", `/api/links/${link.id}/highlights`, {
    quote: { exact: "The moon pulls" },
    note: "Why?",
  });
  const exported = await client.json<{ highlights: ListedHighlight[]; events: { type: string; data: object }[] }>(
    "GET",
    "/api/users/me/export",
  );
  expect(exported.highlights).toMatchObject([{ id: made.id, note: "Why?", link: { id: link.id } }]);
  const again = await importFile(client, JSON.stringify(exported));
  expect(again).toMatchObject({ status: "done" });
  expect(await all(client)).toHaveLength(1);
  const other = await signIn(instance, "another@highlights.example");
  expect(await importFile(other, JSON.stringify(exported))).toMatchObject({ status: "done", skipped: 0 });
  await importFile(other, JSON.stringify(exported));
  const { created_at, quote, note, color } = made;
  await eventually(async () => expect(await all(other)).toMatchObject([{ created_at, quote, note, color }]));
  expect(exported.events).toContainEqual(
    expect.objectContaining({ type: "HighlightMade", data: expect.objectContaining({ highlightId: made.id }) }),
  );
});

test("given a deleted link, then its highlights are in no list, and come back with it", async () => {
  const client = await signIn(instance, "deleter@highlights.example");
  const link = await client.json<Link>("POST", "/api/links/", { url: "https://tides.example/mine" });
  await client.json("POST", `/api/links/${link.id}/highlights`, { quote: { exact: "The moon pulls" } });
  await client.json("DELETE", `/api/links/${link.id}`);
  expect(await all(client)).toEqual([]);
  await client.json("POST", `/api/links/${link.id}/restore`);
  expect(await all(client)).toHaveLength(1);
});
