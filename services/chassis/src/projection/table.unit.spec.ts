import { expectTypeOf, test } from "vitest";
import type { RowOf, TableDefinition } from "./table.ts";

test("given a table, then its rows have the types of its columns, and null only where it is allowed", () => {
  const links = {
    name: "links",
    columns: { id: "uuid", title: "text?", tags: "text[]", saved_at: "timestamptz", undo: "jsonb?" },
    key: ["id"],
  } satisfies TableDefinition;

  expectTypeOf<RowOf<typeof links, { id: "its id"; undo: { at: number } }>>().toEqualTypeOf<{
    id: "its id";
    title: string | null;
    tags: string[];
    saved_at: Date;
    undo: { at: number } | null;
  }>();
  // @ts-expect-error It has no such column.
  expectTypeOf<RowOf<typeof links, { name: string }>>().toBeObject();
});
