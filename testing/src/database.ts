import { randomBytes } from "node:crypto";
import pg from "pg";
import { eventually } from "./eventually.ts";
import { testPostgresUrl } from "./postgres.ts";

export interface TestDatabase {
  /** The superuser's, with password. */
  readonly url: string;
  /** Ends its connections and drops it. Otherwise it is removed with the cluster at the end of the run. */
  readonly drop: () => Promise<void>;
}

/** Makes an empty database in the cluster of this test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Refused while PostgreSQL vacuums the template.
  await eventually(() => execute(`CREATE DATABASE ${name}`));
  const url = new URL(testPostgresUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function execute(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: testPostgresUrl() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
