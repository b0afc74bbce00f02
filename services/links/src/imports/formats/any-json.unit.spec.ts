import { expect, test } from "vitest";
import { entriesOf } from "../../../test/bookmark-files.ts";
import { parseAnyJson } from "./any-json.ts";

const json = (value: unknown): string => JSON.stringify(value, null, 1);

test("JSON of any program: objects in an array, with the names of columns in snake or camel case", async () => {
  const delicious = {
    title: "A",
    tags: ["one", "two words"],
    url: "https://a.example/",
    description: "Words",
    created: "1358531607",
    others: 9,
    private: "0",
  };
  const camel = {
    Link: "https://b.example/",
    tags: [{ name: "x" }],
    isFavorite: true,
    savedAt: "2024-01-02T03:04:05Z",
  };
  const entries = await entriesOf(
    parseAnyJson,
    json([delicious, camel, "https://c.example/", { name: "a folder" }]),
    9,
  );
  expect(entries).toMatchObject([
    {
      url: "https://a.example/",
      title: "A",
      description: "Words",
      tags: ["one", "two words"],
      savedAt: new Date(1358531607000),
    },
    { url: "https://b.example/", tags: ["x"], isFavorite: true, savedAt: new Date("2024-01-02T03:04:05Z") },
  ]);

  const deep = {
    data: { folders: [{ id: 1 }], page: { links: [{ href: "https://d.example/", tags: "a, b", read: 1 }] } },
  };
  expect(await entriesOf(parseAnyJson, json(deep), 9)).toMatchObject([
    { url: "https://d.example/", tags: ["a", "b"], visits: { count: 1 } },
  ]);
});
