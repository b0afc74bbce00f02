import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  BulkAnswer,
  BulkRequest,
  Capture,
  Folder,
  Import,
  MergeRequest,
  NewRule,
  Newsletters,
  Share,
} from "@satchel/contracts";
import { Value } from "typebox/value";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../../docs/api");
const UUID = "5f0c3c44-0a0e-5d2c-8b1f-3f6f2a7a1e55";

/** What each block of JSON is, in the order of its page; `undefined` where it is a part of something. */
const shapes: Record<string, readonly (object | undefined)[]> = {
  "captures.md": [Capture],
  "folders.md": [Folder],
  "imports.md": [Import, undefined],
  "mcp.md": [undefined, undefined],
  "newsletters.md": [Newsletters],
  "links.md": [BulkRequest, BulkAnswer, MergeRequest],
  "rules.md": [NewRule],
  "search.md": [undefined, undefined],
  "sharing.md": [Share],
};

test("given the answers and bodies in docs/api, then each conforms to the contracts", () => {
  for (const file of readdirSync(folder)) {
    const blocks = [...readFileSync(join(folder, file), "utf8").matchAll(/^```json\n([\s\S]*?)^```/gm)];
    expect([file, blocks.length]).toEqual([file, shapes[file]?.length ?? 0]);
    for (const [n, [, block = ""]] of blocks.entries()) {
      const shape = shapes[file]?.[n];
      // Ids are cut short for the reader.
      const whole = block.replaceAll(/"[0-9a-f]{4}…"/g, `"${UUID}"`);
      const values = shape === BulkRequest ? whole.trim().split("\n") : [whole];
      for (const value of values) {
        const parsed = JSON.parse(value);
        if (shape !== undefined) expect([file, Value.Errors(shape as never, parsed)]).toEqual([file, []]);
      }
    }
  }
});
