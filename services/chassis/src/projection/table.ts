import pg from "pg";

/** The SQL types of columns, and what the driver reads of each. */
interface SqlTypes {
  uuid: string;
  text: string;
  /** In the order of code points. */
  'text collate "C"': string;
  "text[]": string[];
  tsvector: string;
  int: number;
  "int[]": number[];
  bigint: number;
  real: number;
  boolean: boolean;
  timestamptz: Date;
  jsonb: unknown;
}

type SqlType = keyof SqlTypes;

/**
 * A read table: its columns as SQL types (with `?` where null is allowed) and its key. `extra` are further statements
 * (generated columns, indexes, triggers); `{schema}` in them stands for the schema's name. A function whose
 * `search_path` is that schema keeps it when a rebuild renames the schema. `late` are statements that a rebuild runs
 * when the tables have caught up, because they cost less for all rows together than for each row. They must give the same
 * result on full tables as on empty ones.
 */
export interface TableDefinition {
  readonly name: string;
  readonly columns: Readonly<Record<string, SqlType | `${SqlType}?`>>;
  readonly key: readonly string[];
  readonly extra?: readonly string[];
  readonly late?: readonly string[];
}

type ValueOf<Column> = Column extends `${infer Type extends SqlType}?`
  ? SqlTypes[Type]
  : Column extends SqlType
    ? SqlTypes[Column]
    : never;

/**
 * A row of a table, as queries read it. `Known` has the types of columns of which more is known than SQL says, such as ids
 * and JSON, without null: whether it is allowed is said by the definition alone.
 */
export type RowOf<
  Table extends TableDefinition,
  Known extends { [Column in keyof Known]: Column extends keyof Table["columns"] ? unknown : never },
> = {
  [Column in keyof Table["columns"]]:
    | (Column extends keyof Known ? Known[Column] : ValueOf<Table["columns"][Column]>)
    | (Table["columns"][Column] extends `${string}?` ? null : never);
};

/** Values of columns by name, as JSON can hold them. */
export type Row = Readonly<Record<string, unknown>>;

export const quote = (name: string): string => pg.escapeIdentifier(name);

/** The SQL type of a column, without `?`. */
export function columnType(table: TableDefinition, column: string): string {
  const type = table.columns[column];
  if (type === undefined) throw new Error(`${table.name} has no column ${column}`);
  return type.replace(/\?$/, "");
}

const inSchema = (schema: string, statements: readonly string[] = []): string[] =>
  statements.map((statement) => statement.replaceAll("{schema}", quote(schema)));

export const createTable = (schema: string, table: TableDefinition): string[] => [
  ...beginTable(schema, table),
  ...finishTable(schema, table),
];

/** The statements that a rebuild runs at its end. */
export const finishTable = (schema: string, { late }: TableDefinition): string[] => inSchema(schema, late);

/** Statements that create a table without its `late` ones. */
export function beginTable(schema: string, table: TableDefinition): string[] {
  const columns = Object.entries(table.columns).map(
    ([name, type]) => `${quote(name)} ${type.replace(/\?$/, "")}${type.endsWith("?") ? "" : " not null"}`,
  );
  const key = `primary key (${table.key.map(quote).join(", ")})`;
  return [
    `create table ${quote(schema)}.${quote(table.name)} (${[...columns, key].join(", ")})`,
    ...inSchema(schema, table.extra),
  ];
}
