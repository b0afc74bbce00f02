import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Value } from "typebox/value";
import { eventDefinitions } from "./index.ts";

// Data as it was once stored: `<Event>.v<version>.json` holds a list of examples. Once published, a file is never
// changed, for the journal holds such data for ever.
const FIXTURES = new URL("../../fixtures/", import.meta.url);

const published = [...eventDefinitions.values()].flatMap((definition) =>
  Array.from({ length: definition.version }, (_, i) => ({ definition, version: i + 1 })),
);
const fileOf = (type: string, version: number): string => `${type}.v${version}.json`;

describe("stored data of every published version of every event", () => {
  test.each(published.map((item) => [fileOf(item.definition.type, item.version), item] as const))(
    "given %s, when it is brought to the newest version, then it is of its schema",
    (file, { definition, version }) => {
      const examples = JSON.parse(readFileSync(new URL(file, FIXTURES), "utf8")) as unknown[];

      expect(examples).not.toEqual([]);
      for (const example of examples) {
        const newest = definition.upcasts.slice(version - 1).reduce((data, upcast) => upcast(data), example);
        expect([...Value.Errors(definition.data, newest)]).toEqual([]);
      }
    },
  );

  test("given the stored files, then each is of an event that is still known", () => {
    const known = published.map(({ definition, version }) => fileOf(definition.type, version));

    expect(readdirSync(FIXTURES).filter((file) => !known.includes(file))).toEqual([]);
  });
});
