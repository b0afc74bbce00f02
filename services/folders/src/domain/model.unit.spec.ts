import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryTables } from "../../test/memory-tables.ts";
import { type Action, Model } from "../../test/model.ts";
import { Tree } from "../../test/tree.ts";
import { foldersProjection } from "../projection/projection.ts";

const RUNS = 400;

// Few names and ids, so that the same are met again and again.
const id = fc.integer({ min: 1, max: 7 });
const parent = fc.option(id, { nil: null });
const name = fc.constantFrom("A", "a", "B", "A (2)", "B (2)", "C", "");
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      name,
      parent,
      emoji: fc.constantFrom(null, "🍳"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      { kind: fc.constant("change" as const), id, name, color: fc.constantFrom(null, "#a1b2c3") },
      { requiredKeys: ["kind", "id"] },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("move" as const), id, parent, index: fc.integer({ min: 0, max: 5 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("delete" as const), id, recursive: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("restore" as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 40 }) }) },
);

// What takes chance long to come upon: folders with subfolders whose names meet those above when they move up.
const begin: Action[] = [
  ["A", null],
  ["B", null],
  ["A", 1],
  ["B", 1],
  ["A (2)", 1],
].map(([name, parent]) => ({ kind: "create", name, parent, emoji: null }) as Action);
const actions = fc.array(action, { maxLength: 60, size: "max" }).map((more) => [...begin, ...more]);

test("given any sequence of commands, then tree and errors are those of a plain model with nested lists", () => {
  fc.assert(
    fc.property(actions, (all) => {
      const tree = new Tree();
      const model = new Model();
      // One comparison a run: what is expected costs more than what is tested.
      const [found, said]: [unknown[], unknown[]] = [[], []];
      for (const one of all) {
        found.push([one, tree.act(one), tree.shown(), tree.places(), tree.state.lastId]);
        said.push([one, model.act(one), model.shown(), model.places(), model.lastId]);
      }
      expect(JSON.stringify(found)).toBe(JSON.stringify(said));
    }),
    { numRuns: RUNS },
  );
});

test("given the names of purged folders were erased from the journal, when the tables are rebuilt, then they are the same", () => {
  fc.assert(
    fc.property(actions, (all) => {
      const tree = new Tree();
      for (const one of all) tree.act(one);
      const anew = new MemoryTables(foldersProjection);
      for (const event of tree.log) anew.apply(event);

      expect(anew.rows("trees")).toEqual(tree.tables.rows("trees"));
      expect(anew.rows("folders")).toEqual(tree.tables.rows("folders"));
    }),
    { numRuns: RUNS },
  );
});
