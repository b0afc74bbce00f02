import { type Folder } from "@satchel/contracts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entriesOf } from "../../test/bookmark-files.ts";
import { parsers, recognise } from "../imports/formats/index.ts";
import { type Archive, type ExportedLink, type ExportFormat, writeArchive } from "./index.ts";

const now = new Date("2026-01-01T00:00:00Z");
const folder = (id: number, name: string, parent: number | null, children: Folder["children"] = []): Folder => ({
  id,
  name,
  parent_folder_id: parent,
  order_index: 0,
  color: null,
  emoji: null,
  search: null,
  children,
});
const sub = folder(2, `Su<b> & "co" 'x'`, 7) as Folder["children"][number];
const folders: Folder[] = [
  { ...folder(7, "Top", null, [sub]), color: "#112233", emoji: "🍞" },
  folder(1, "Empty", null),
];

const bare: ExportedLink = {
  url: "https://bare.example/",
  title: null,
  description: null,
  notes: null,
  tags: [],
  is_favorite: false,
  folder_id: null,
  visit_count: 0,
  first_visited_at: null,
  last_visited_at: null,
  created_at: "2020-01-01T00:00:00.123Z",
  saved_at: "2021-01-01T00:00:00.456Z",
};
const full: ExportedLink = {
  url: "https://full.example/?a=1&copy=2",
  title: '=HYPERLINK("x") </A><script>alert(1)</script>',
  description: 'A "text",\nof two lines & more',
  notes: "+my\r\nnotes",
  tags: ["=x", "a,b", 'ü"><script>alert(2)</script>'],
  is_favorite: true,
  folder_id: 2,
  visit_count: 3,
  first_visited_at: "2022-01-01T00:00:00.000Z",
  last_visited_at: "2023-01-01T00:00:00.000Z",
  created_at: "2020-01-01T00:00:00.000Z",
  saved_at: "2021-01-01T00:00:00.000Z",
};
const all = [bare, full];
const archive: Archive = {
  folders,
  links: async function* (folderId) {
    yield* all.filter((link) => folderId === undefined || (link.folder_id ?? 0) === folderId);
  },
};

async function write(format: ExportFormat, what = archive): Promise<string> {
  let text = "";
  for await (const piece of writeArchive(format, what, now)) text += piece;
  return text;
}

const asEntry = {
  kind: "bookmark",
  url: full.url,
  title: full.title,
  description: full.description,
  notes: full.notes,
  tags: full.tags,
  folders: ["Top", sub.name],
  isFavorite: true,
  createdAt: new Date(full.created_at),
  savedAt: new Date(full.saved_at),
  visits: { count: 3, firstAt: new Date("2022-01-01"), lastAt: new Date("2023-01-01") },
};

describe("an export is recognised and read again by the import", () => {
  test("JSON: with every field, and with folders that are empty", async () => {
    const text = await write("json");

    expect(recognise(text)).toBe("satchel-json");
    expect(JSON.parse(text)).toMatchObject({ satchel: 1, exported_at: now.toISOString() });
    expect(await entriesOf(parsers["satchel-json"], text)).toEqual([
      { kind: "folder", folders: ["Top"], color: "#112233", emoji: "🍞" },
      { kind: "folder", folders: ["Top", sub.name] },
      { kind: "folder", folders: ["Empty"] },
      {
        kind: "bookmark",
        url: bare.url,
        createdAt: new Date(bare.created_at),
        savedAt: new Date(bare.saved_at),
      },
      asEntry,
    ]);
  });

  test("CSV: with every field, and no cell that a spreadsheet would compute", async () => {
    const text = await write("csv");

    expect(recognise(text)).toBe("satchel-csv");
    expect(text).not.toMatch(/(?:^|[,\n])"?[=+\-@]/m);
    expect(await entriesOf(parsers["satchel-csv"], text)).toEqual([
      {
        kind: "bookmark",
        url: bare.url,
        createdAt: new Date(bare.created_at),
        savedAt: new Date(bare.saved_at),
      },
      asEntry,
    ]);
  });

  test("HTML: all that the format can hold, and no script", async () => {
    const text = await write("html");

    expect(recognise(text)).toBe("html");
    expect(text).not.toContain("<script>");
    expect(await entriesOf(parsers.html, text)).toEqual([
      {
        ...asEntry,
        tags: ["=x", "a b", 'ü"><script>alert(2)</script>'],
        createdAt: new Date(full.saved_at),
        visits: { count: 1, lastAt: new Date("2023-01-01") },
      },
      {
        kind: "bookmark",
        url: bare.url,
        createdAt: new Date("2021-01-01T00:00:00.000Z"),
        savedAt: new Date("2021-01-01T00:00:00.000Z"),
      },
    ]);
  });

  test("HTML: descriptions and notes in which linkding's marks stand come back as they are", async () => {
    const parts = ["[linkding-notes]", "[/linkding-notes]", "linkding-notes]", "[", "\\", "/", "a"];
    const text = fc.array(fc.constantFrom(...parts), { minLength: 1 }).map((some) => some.join(""));
    const property = fc.asyncProperty(text, fc.option(text), async (description, notes) => {
      const links = async function* (folderId?: number): AsyncGenerator<ExportedLink> {
        if (folderId === 0) yield { ...bare, description, notes };
      };
      const [entry] = await entriesOf(parsers.html, await write("html", { folders: [], links }));
      expect(entry).toMatchObject({ description, ...(notes === null ? {} : { notes }) });
      if (notes === null) expect(entry).not.toHaveProperty("notes");
    });
    await fc.assert(property, {
      examples: [
        ["a [linkding-notes] b", null],
        ["a [linkding-notes] b", "c [/linkding-notes] d"],
      ],
    });
  });

  test.each(["json", "csv", "html"] as const)("%s of an empty archive is a file without entries", async (format) => {
    const empty: Archive = { folders: [], links: async function* () {} };
    const text = await write(format, empty);

    expect(await entriesOf(parsers[recognise(text) as "html"], text)).toEqual([]);
  });
});

test("nothing is read ahead of the reader", async () => {
  let read = 0;
  const many: Archive = {
    folders: [],
    links: async function* () {
      for (; read < 100_000; read++) yield bare;
    },
  };
  const pieces = writeArchive("json", many, now);

  await pieces.next();

  expect(read).toBeLessThan(1000);
});
