import type { Step } from "./changes.ts";
import { columnType, quote, type Row, type TableDefinition } from "./table.ts";

/** One prepared statement with its parameter. Postgres plans a named statement once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly [string];
}

/**
 * Turns one step into one statement. The rows are one JSON parameter, so that the text depends on table and columns only.
 * @throws Error when a step names a column that its table does not have
 */
export function statementOf(schema: string, step: Step): Statement {
  const { table } = step;
  const target = `${quote(schema)}.${quote(table.name)}`;
  switch (step.op) {
    case "put": {
      const columns = Object.keys(table.columns);
      const list = columns.map(quote).join(", ");
      const rest = columns.filter((column) => !table.key.includes(column));
      const update = rest.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(", ");
      const conflict = rest.length === 0 ? "do nothing" : `do update set ${update}`;
      const text =
        `insert into ${target} (${list}) select ${list} from ${source(table, columns)} ` +
        `on conflict (${table.key.map(quote).join(", ")}) ${conflict}`;
      return statement(text, step.rows);
    }
    case "patch": {
      const set = step.columns.map((column) => `${quote(column)} = v.${quote(column)}`).join(", ");
      const valuesOf = (row: string): string => step.columns.map((column) => `${row}.${quote(column)}`).join(", ");
      // An update without a change would write the row and its index entries again.
      const text =
        `update ${target} as t set ${set} from ${source(table, [...table.key, ...step.columns])} ` +
        `where ${joined(table)} and (${valuesOf("t")}) is distinct from (${valuesOf("v")})`;
      return statement(text, step.rows);
    }
    case "remove": {
      const text = `delete from ${target} as t using ${source(table, table.key)} where ${joined(table)}`;
      return statement(text, step.rows);
    }
    case "patchWhere": {
      const columns = Object.keys(step.set);
      const set = columns.map((column) => `${quote(column)} = v.${quote(`to_${column}`)}`).join(", ");
      const row = Object.fromEntries(columns.map((column) => [`to_${column}`, step.set[column]]));
      const types = columns.map((column) => `${quote(`to_${column}`)} ${columnType(table, column)}`);
      const text = `update ${target} as t set ${set} from ${source(table, Object.keys(step.where), types)} where ${matched(step.where)}`;
      return statement(text, [{ ...step.where, ...row }]);
    }
    case "removeWhere": {
      const text = `delete from ${target} as t using ${source(table, Object.keys(step.where))} where ${matched(step.where)}`;
      return statement(text, [step.where]);
    }
  }
}

const source = (table: TableDefinition, columns: readonly string[], more: readonly string[] = []): string =>
  `json_to_recordset($1::json) as v(${[...columns.map((column) => `${quote(column)} ${columnType(table, column)}`), ...more].join(", ")})`;

const joined = (table: TableDefinition): string =>
  table.key.map((column) => `t.${quote(column)} = v.${quote(column)}`).join(" and ");

const matched = (where: Row): string =>
  Object.keys(where)
    .map((column) => `t.${quote(column)} = v.${quote(column)}`)
    .join(" and ");

const names = new Map<string, string>();

function statement(text: string, rows: readonly Row[]): Statement {
  let name = names.get(text);
  if (name === undefined) {
    name = `satchel_${names.size}`;
    names.set(text, name);
  }
  return { name, text, values: [encodeRows(rows)] };
}

// Text in Postgres can hold neither NUL nor a lone surrogate; JSON.stringify writes both in these escaped forms only.
const UNSTORABLE = /\\u0000|\\ud[89a-f]/;

/** Rows as JSON that Postgres accepts: characters that it can't store become U+FFFD. */
export function encodeRows(rows: readonly Row[]): string {
  const json = JSON.stringify(rows);
  if (!UNSTORABLE.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : value,
  );
}
