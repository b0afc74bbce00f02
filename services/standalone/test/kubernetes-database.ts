import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase } from "@satchel/testing";
import pg from "pg";
import { parse } from "yaml";

const CLUSTER = join(import.meta.dirname, "../../../deploy/kubernetes/components/postgres-cloudnative/cluster.yaml");

/** A database as CloudNativePG makes it by our manifest: its owner may make no roles. @returns its address, as the owner */
export async function databaseOfCloudNative(): Promise<string> {
  const { postInitSQL } = parse(await readFile(CLUSTER, "utf8")).spec.bootstrap.initdb;
  const { url } = await createTestDatabase();
  const owned = new URL(url);
  const name = owned.pathname.slice(1);
  const owner = `owner_${name}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create role ${owner} login password 'secret'`);
  await client.query(`alter database ${name} owner to ${owner}`);
  for (const statement of postInitSQL as string[]) {
    // Other tests of this server may have made the role already.
    await client.query(statement.replace("to satchel", `to ${owner}`)).catch((error: { code: string }) => {
      if (error.code !== "42710") throw error;
    });
  }
  await client.end();
  owned.username = owner;
  owned.password = "secret";
  return owned.href;
}
