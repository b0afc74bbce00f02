import fastify from "fastify";
import pg from "pg";

// The bare limit of a list, as a process of its own: Fastify, pg and the gateway's SQL. It reads its statements from standard
// input, as JSON, and answers `/<n>` with the rows of the n-th one.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const port = Number(process.env.PORT);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16, options: "-c role=satchel_reader" });
const app = fastify();
let statements: readonly Statement[] = [];

app.get<{ Params: { n: string } }>("/:n", async (request, reply) => {
  const { sql, parameters } = statements[Number(request.params.n)] ?? { sql: "select", parameters: [] };
  const { rows } = await pool.query<Record<string, unknown>>(sql, [...parameters]);
  return reply.type("application/json").send(JSON.stringify(rows));
});

process.stdin.setEncoding("utf8");
let text = "";
for await (const chunk of process.stdin) text += chunk;
statements = JSON.parse(text) as readonly Statement[];
await app.listen({ port, host: "127.0.0.1" });
process.stdout.write("ready\n");
