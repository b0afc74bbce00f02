import type { Pool } from "@satchel/chassis";

const ROWS = 500;

/**
 * The rate of Postgres without Satchel: the rows of `links.links` are written by `insert … on conflict do update`, 500 rows in a
 * statement and transaction, over one connection.
 * @param table `bare` has the columns and the primary key alone; `full` also the indexes and the triggers that count
 * @returns rows a second
 */
export async function rawUpserts(pool: Pool, table: "bare" | "full"): Promise<number> {
  const target = table === "bare" ? "bench.links" : "links.links";
  const { rows: found } = await pool.query<{ row: string }>("select row_to_json(l)::text as row from links.links l");
  const { rows: columns } = await pool.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = 'links.links'::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
  );
  if (table === "bare") {
    await pool.query("drop schema if exists bench cascade");
    await pool.query("create schema bench");
    await pool.query("create table bench.links (like links.links including defaults, primary key (user_id, id))");
    // A generated column is no part of a bare row.
    await pool.query("alter table bench.links drop column title_key");
  } else await pool.query("truncate links.links, links.counts");
  const names = columns.map(({ name }) => `"${name}"`);
  const set = names.map((name) => `${name} = excluded.${name}`).join(", ");
  const text = `insert into ${target} (${names.join()}) select ${names.join()} from json_populate_recordset(null::${target}, $1) on conflict (user_id, id) do update set ${set}`;
  const client = await pool.connect();
  const began = performance.now();
  for (let at = 0; at < found.length; at += ROWS) {
    const some = found.slice(at, at + ROWS).map(({ row }) => row);
    await client.query({ name: `raw_${table}`, text, values: [`[${some.join()}]`] });
  }
  const seconds = (performance.now() - began) / 1000;
  client.release();
  return found.length / seconds;
}
