/**
 * Triggers that look at all rows of one statement together, as functions of the projection's own schema. Such a function
 * finds its tables by its search path, which follows the schema when rebuilt tables take over (`renameSchema`), so its
 * statements name no schema and may be planned once for each connection: planning one costs more than carrying it out
 * for a single link.
 */

const OPERATIONS = {
  inserted: { event: "insert", referencing: "new table as new_rows", rows: "new_rows" },
  updated: { event: "update", referencing: "old table as old_rows new table as new_rows", rows: "new_rows" },
  deleted: { event: "delete", referencing: "old table as old_rows", rows: "old_rows" },
} as const;

/** What was done to the rows: `new_rows` are there unless they were deleted, `old_rows` unless they were inserted. */
export type Operation = keyof typeof OPERATIONS;

/** Rows up to which the plan that was made first serves: it goes through them one by one. More are planned for each time. */
const FEW_ROWS = 64;

/**
 * A statement of such a function, in PL/pgSQL.
 * @param into variable that takes the one value of its one row
 */
export const carryOut = (statement: string, into?: string): string => {
  const taken = into === undefined ? "" : ` into ${into}`;
  return `if few then ${statement}${taken}; else execute $dynamic$${statement}$dynamic$${taken}; end if;`;
};

/** The statements that make the functions `name_inserted`, `name_updated` and `name_deleted`, and their triggers. */
export interface StatementTriggers {
  readonly functions: readonly string[];
  readonly triggers: readonly string[];
}

/**
 * Has a body run after each statement that changed rows of `links`. A statement without rows, such as the update that
 * belongs to every insert with `on conflict`, ends at once.
 * @param body PL/pgSQL, or what declares its variables and the rest
 */
export function afterStatements(
  name: string,
  body: (operation: Operation) => { declare?: string; begin: string },
): StatementTriggers {
  const operations = Object.entries(OPERATIONS) as [Operation, (typeof OPERATIONS)[Operation]][];
  return {
    functions: operations.map(([operation, { rows }]) => {
      const { declare = "", begin } = body(operation);
      // The planner would believe of tables that were empty when it looked that going through them costs nothing.
      return `
        create function {schema}.${name}_${operation}() returns trigger language plpgsql
        set search_path = {schema} set enable_seqscan = off as $body$
        declare
          affected int := (select count(*) from (select from ${rows} limit ${FEW_ROWS + 1}) as first);
          few boolean := affected <= ${FEW_ROWS};
          ${declare}
        begin
          if affected = 0 then return null; end if;
          ${begin}
          return null;
        end $body$`;
    }),
    triggers: operations.map(
      ([operation, { event, referencing }]) =>
        `create trigger ${name}_${operation} after ${event} on {schema}.links
           referencing ${referencing} for each statement execute function {schema}.${name}_${operation}()`,
    ),
  };
}
