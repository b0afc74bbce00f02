import type { Projection, StoredEvent } from "@satchel/chassis";

type Row = Record<string, unknown>;

/** Tables in memory that apply the changes of a projection. */
export class MemoryTables {
  readonly #projection: Projection;
  readonly #tables = new Map<string, Map<string, Row>>();

  constructor(projection: Projection) {
    this.#projection = projection;
  }

  /** The rows of a table, by their keys. */
  rows<T = Row>(table: string): T[] {
    const rows = [...(this.#tables.get(table) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    return rows.map(([, row]) => row as T);
  }

  apply(event: StoredEvent): void {
    for (const change of this.#projection.project(event)) {
      const rows = this.#tables.get(change.table) ?? new Map<string, Row>();
      this.#tables.set(change.table, rows);
      const keyOf = (row: Row): string => {
        const { key = [] } = this.#projection.tables.find(({ name }) => name === change.table) ?? {};
        return JSON.stringify(key.map((column) => row[column]));
      };
      const matching = (where: Row): string[] =>
        [...rows]
          .filter(([, row]) => Object.entries(where).every(([column, value]) => row[column] === value))
          .map(([key]) => key);
      const patch = (key: string, set: Row): void => {
        const row = rows.get(key);
        if (row !== undefined) rows.set(key, { ...row, ...set });
      };
      if (change.op === "put") rows.set(keyOf(change.row), { ...change.row });
      else if (change.op === "remove") rows.delete(keyOf(change.key));
      else if (change.op === "patch") patch(keyOf(change.key), change.set);
      else if (change.op === "patchWhere") for (const key of matching(change.where)) patch(key, change.set);
      else for (const key of matching(change.where)) rows.delete(key);
    }
  }
}
