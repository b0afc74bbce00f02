import type { Pool, PoolClient } from "pg";

/**
 * Does something unless another replica is doing it: an advisory lock of that name is held meanwhile.
 * @param work gets the connection that holds the lock
 * @returns undefined where another one holds it
 */
export async function exclusively<T>(
  pool: Pool,
  name: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T | undefined> {
  const client = await pool.connect();
  try {
    const key = [`satchel.${name}`];
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock(hashtext($1)) as mine", key);
    if (rows[0]?.mine !== true) return undefined;
    try {
      return await work(client);
    } finally {
      await client.query("select pg_advisory_unlock(hashtext($1))", key);
    }
  } finally {
    client.release();
  }
}
