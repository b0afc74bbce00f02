import type { Row, TableDefinition } from "./table.ts";

/**
 * A change of the tables. `put` writes a whole row, `patch` some columns of the row with that key (nothing when there is
 * none), `remove` deletes it. `patchWhere` and `removeWhere` do so for all rows whose columns equal the given values.
 */
export type Change =
  | { readonly op: "put"; readonly table: string; readonly row: Row }
  | { readonly op: "patch"; readonly table: string; readonly key: Row; readonly set: Row }
  | { readonly op: "remove"; readonly table: string; readonly key: Row }
  | { readonly op: "patchWhere"; readonly table: string; readonly where: Row; readonly set: Row }
  | { readonly op: "removeWhere"; readonly table: string; readonly where: Row };

/** The changes of one statement: rows of one table, one kind of write. */
export type Step =
  | { readonly op: "put"; readonly table: TableDefinition; readonly rows: Row[] }
  | { readonly op: "patch"; readonly table: TableDefinition; readonly columns: readonly string[]; readonly rows: Row[] }
  | { readonly op: "remove"; readonly table: TableDefinition; readonly rows: Row[] }
  | { readonly op: "patchWhere"; readonly table: TableDefinition; readonly where: Row; readonly set: Row }
  | { readonly op: "removeWhere"; readonly table: TableDefinition; readonly where: Row };

type RowChange = { op: "put" | "patch" | "remove"; row: Row };

/**
 * Folds the changes of a batch of events, in their order, into few statements with many rows: a later change of a row
 * overrides an earlier one. Tables are written in the order in which the projection lists them, so that a trigger of one
 * may read those before it. A change by condition is a barrier: all changes before it are written first.
 * @throws Error when a change names an unknown table, a put lacks a column, or a key lacks a column
 */
export function foldChanges(tables: readonly TableDefinition[], changes: Iterable<Change>): Step[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const steps: Step[] = [];
  let pending = new Map<TableDefinition, Map<string, RowChange>>();

  const flush = (): void => {
    for (const table of tables) {
      const rows = pending.get(table);
      if (rows !== undefined) steps.push(...stepsOf(table, rows.values()));
    }
    pending = new Map();
  };

  for (const change of changes) {
    const table = byName.get(change.table);
    if (table === undefined) throw new Error(`No table is called ${change.table}`);
    if (change.op === "patchWhere" || change.op === "removeWhere") {
      flush();
      steps.push(
        change.op === "patchWhere"
          ? { op: change.op, table, where: change.where, set: change.set }
          : { op: change.op, table, where: change.where },
      );
      continue;
    }
    let rows = pending.get(table);
    if (rows === undefined) {
      rows = new Map();
      pending.set(table, rows);
    }
    if (change.op === "put") requireWhole(table, change.row);
    const key = keyOf(table, change.op === "put" ? change.row : change.key);
    rows.set(key, merge(rows.get(key), change));
  }
  flush();
  return steps;
}

function merge(
  before: RowChange | undefined,
  change: Exclude<Change, { op: "patchWhere" | "removeWhere" }>,
): RowChange {
  if (change.op === "put") return { op: "put", row: change.row };
  if (change.op === "remove") return { op: "remove", row: change.key };
  if (before === undefined) return { op: "patch", row: { ...change.key, ...change.set } };
  if (before.op === "remove") return before;
  return { op: before.op, row: { ...before.row, ...change.set } };
}

/** A missing column would silently become null, and an unknown one would silently be dropped. */
function requireWhole(table: TableDefinition, row: Row): void {
  let found = 0;
  for (const column in row) {
    if (table.columns[column] === undefined) throw new Error(`${table.name} has no column ${column}`);
    if (row[column] !== undefined) found++;
  }
  if (found === Object.keys(table.columns).length) return;
  const missing = Object.keys(table.columns).filter((column) => row[column] === undefined);
  throw new Error(`A row of ${table.name} lacks ${missing.join(", ")}`);
}

function keyOf(table: TableDefinition, row: Row): string {
  return JSON.stringify(
    table.key.map((column) => {
      const value = row[column];
      if (value === undefined || value === null) throw new Error(`A change of ${table.name} lacks its key ${column}`);
      return value;
    }),
  );
}

function stepsOf(table: TableDefinition, rows: Iterable<RowChange>): Step[] {
  const puts: Row[] = [];
  const removes: Row[] = [];
  const patches = new Map<string, { columns: string[]; rows: Row[] }>();
  for (const { op, row } of rows) {
    if (op === "put") puts.push(row);
    else if (op === "remove") removes.push(row);
    else {
      const columns = Object.keys(row)
        .filter((column) => !table.key.includes(column))
        .sort();
      const shape = columns.join();
      const same = patches.get(shape);
      if (same === undefined) patches.set(shape, { columns, rows: [row] });
      else same.rows.push(row);
    }
  }
  // Removals first: a removed row may hold a unique value that another row takes over.
  return [
    ...(removes.length > 0 ? [{ op: "remove" as const, table, rows: removes }] : []),
    ...(puts.length > 0 ? [{ op: "put" as const, table, rows: puts }] : []),
    ...[...patches.values()].map((patch) => ({ op: "patch" as const, table, ...patch })),
  ];
}
