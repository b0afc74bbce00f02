import fc from "fast-check";
import { expect, test } from "vitest";
import { inPieces } from "../../../test/bookmark-files.ts";
import { at } from "./json-objects.ts";
import { type JsonValue, jsonValues } from "./json-values.ts";

const read = async (text: string, places: string[][], size?: number): Promise<JsonValue[]> => {
  const found: JsonValue[] = [];
  for await (const value of jsonValues(inPieces(text, size)(), at(places))) found.push(value);
  return found;
};

test("any JSON, however it is written and cut, gives the values at a place", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.jsonValue(),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 1, max: 40 }),
      async (items, other, indent, size) => {
        const text = JSON.stringify({ before: other, list: items, after: other }, null, indent);

        const found = await read(text, [["list", "*"]], size);

        expect(found.map(({ value }) => value)).toEqual(JSON.parse(JSON.stringify(items)));
      },
    ),
  );
});

test("values within elements are given with their path", async () => {
  const text = '{"c": [ {"id": 1, "l": [{"u":"a"},{"u":"b"}]}, {}, {"id":2,"l":[]} ], "d": {}}';

  expect(
    await read(text, [
      ["c", "*", "id"],
      ["c", "*", "l", "*"],
    ]),
  ).toEqual([
    { path: ["c", "*", "id"], value: 1 },
    { path: ["c", "*", "l", "*"], value: { u: "a" } },
    { path: ["c", "*", "l", "*"], value: { u: "b" } },
    { path: ["c", "*", "id"], value: 2 },
  ]);
});

test.each(["[1,", '{"a":', '[{"a":1}', "[", '["a', "{", ""])("%j ends in the middle", async (text) => {
  await expect(read(text, [["*"]])).rejects.toThrow("The file ends in the middle.");
});

test.each(["[1] 2", "[1}", '{"a" 1}', "{a:1}", "[1,}", "[nonsense]", "[{'a':1}]"])("%j is no JSON", async (text) => {
  await expect(read(text, [["*"], ["a"]])).rejects.toThrow("The file is not valid JSON.");
});

test("what is nested a million deep is passed over, or read, without a stack", async () => {
  const deep = 1_000_000;
  const text = `[${"[".repeat(deep)}${"]".repeat(deep)},{"a":1}]`;

  const found = await read(text, [["*"]], 128 * 1024);

  expect(found).toHaveLength(2);
  expect(found[1]?.value).toEqual({ a: 1 });
});

test("an element that is too long is given as undefined, and the next is read", async () => {
  const text = `["${"x".repeat(5_000_000)}", 7]`;

  expect((await read(text, [["*"]], 128 * 1024)).map(({ value }) => value)).toEqual([undefined, 7]);
});
