import { importTexts } from "@satchel/contracts";
import { inProof } from "@satchel/testing/in-proof";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { ZIP_FILE_BYTES, ZIP_FILES } from "../limits.ts";
import { type Entry, readEntries } from "./index.ts";

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

async function entriesOf(zip: Uint8Array, size = zip.length): Promise<Entry[]> {
  const open = async function* () {
    for (let at = 0; at < zip.length; at += size) yield zip.subarray(at, at + size);
  };
  const entries: Entry[] = [];
  for await (const entry of readEntries("zip", open)) entries.push(entry);
  return entries;
}
const urlsOf = (entries: readonly Entry[]) => entries.map((entry) => ("url" in entry ? entry.url : entry.kind));

const omnivore = (name: string) =>
  text(
    JSON.stringify([
      { id: "1", slug: name, title: name, url: `https://${name}.example/`, savedAt: "2024-10-30T12:39:28Z" },
    ]),
  );

test.each([1, 100, 100_000])(
  "Omnivore's archive is read: all of its lists and highlights, and none of its articles (%i octets at once)",
  async (size) => {
    const zip = zipSync({
      "metadata_0_to_20.json": omnivore("a"),
      content: { "a.html": text("<html><body>An article</body></html>") },
      highlights: { "a.md": text("> A highlight") },
      "metadata_20_to_40.json": omnivore("b"),
    });
    const entries = await entriesOf(zip, size);
    expect(urlsOf(entries.filter(({ kind }) => kind === "bookmark"))).toEqual([
      "https://a.example/",
      "https://b.example/",
    ]);
    expect(entries).toContainEqual({
      kind: "highlights",
      url: "https://a.example/",
      highlights: [{ exact: "A highlight", note: "" }],
    });
  },
);

test("mymind's archive: cards with an address are links, all others are reported", async () => {
  const cards = `id,type,title,url,content,note,tags,created
1,WebPage,Bread,https://a.example/,,My note,"bread,to bake",2024-01-02T03:04:05Z
2,Note,A thought,,Words,,,2024-01-02T03:04:06Z
`;
  expect(await entriesOf(zipSync({ "mymind/cards.csv": text(cards), "mymind/1.png": new Uint8Array(1000) }))).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "Bread",
      notes: "My note",
      tags: ["bread", "to bake"],
      savedAt: new Date("2024-01-02T03:04:05Z"),
    },
    { kind: "fault", text: "A thought", reason: importTexts.noLink },
  ]);
});

test("a file that is too large when unpacked is reported, and the others are read", async () => {
  const zip = zipSync({
    "bomb.json": new Uint8Array(ZIP_FILE_BYTES + 1),
    "bookmarks.html": text("<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF='https://a.example/'>A</A></DL>"),
  });
  expect(await entriesOf(zip)).toMatchObject([
    { kind: "fault", text: "bomb.json", reason: "This file of the archive is too large." },
    { kind: "bookmark", url: "https://a.example/" },
  ]);
});

test("an archive whose names of 64 KiB look like articles again and again is read as any other", async () => {
  const name = "/container/".repeat(5950);
  const files = Array.from({ length: 1000 }, (_, n) => [`${n}${name}\n.txt`, new Uint8Array()] as const);
  const zip = zipSync({ ...Object.fromEntries(files), "metadata_0_to_20.json": omnivore("a") }, { level: 0 });
  expect(urlsOf(await entriesOf(zip, 100_000))).toEqual(["https://a.example/"]);
});

inProof("an archive that unpacks to more than a gigabyte is given up", async () => {
  const zip = zipSync({ "large.csv": new Uint8Array(128 * 1024 * 1024) }, { level: 1 });
  // The file once more and once more, before what stands at the end of an archive.
  const file = zip.subarray(0, Buffer.from(zip).indexOf("PK\u0001\u0002", 0, "latin1"));
  await expect(entriesOf(Buffer.concat(Array.from({ length: 9 }, () => file)))).rejects.toThrow(
    "too large when it is unpacked",
  );
});

test("an archive of very many empty files, each of which takes longer than the one before, is given up", async () => {
  const zip = zipSync({ x: new Uint8Array() }, { level: 0 });
  const file = zip.subarray(0, Buffer.from(zip).indexOf("PK\u0001\u0002", 0, "latin1"));
  const many = Array.from({ length: ZIP_FILES }, () => file);
  await expect(entriesOf(Buffer.concat([...many, zip]), 65_536)).rejects.toThrow("more than 50,000 files");
});

test.each([
  ["nothing of ours", zipSync({ "a.txt": text("Hello"), "b.png": text("x") }), "no bookmarks of a known format"],
  ["an archive within an archive", zipSync({ "a.json": zipSync({ "metadata.json": omnivore("a") }) }), "no bookmarks"],
  ["a cut-off beginning", text("PK\u0003\u0004\u0014\u0000"), "no bookmarks"],
  [
    "what is no compressed data",
    (() => {
      const zip = zipSync({ "a.json": text("[]".repeat(1000)) });
      return zip.fill(0xff, 36, 60);
    })(),
    "The archive",
  ],
])("an archive with %s is refused in words", async (_, zip, words) => {
  await expect(entriesOf(zip)).rejects.toThrow(words);
});

test.each([
  ["as it is", 0],
  ["by DEFLATE", 8],
])(
  "given a picture of 400 MiB, stored %s, then it is not kept in memory, and what follows is read",
  async (_, compression) => {
    const piece = 1024 * 1024;
    const pieces = 400;
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(compression, 8);
    header.writeUInt32LE(piece * pieces, 18);
    header.writeUInt16LE("p.png".length, 26);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const open = async function* () {
      yield Buffer.concat([header, Buffer.from("p.png")]);
      for (let n = 0; n < pieces; n++) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        yield new Uint8Array(piece);
      }
      yield zipSync({ "metadata_0_to_20.json": omnivore("a") });
    };
    const entries: Entry[] = [];
    for await (const entry of readEntries("zip", open)) entries.push(entry);
    expect(urlsOf(entries)).toEqual(["https://a.example/"]);
    expect(most).toBeLessThan((piece * pieces) / 2);
  },
);
