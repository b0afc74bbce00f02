import type { Connection, Pool, Submittable } from "pg";
import type { Statement } from "./write.ts";

/** The statements that are prepared on a connection, by name. */
const prepared = new WeakMap<Connection, Set<string>>();

/**
 * Runs statements as one transaction, in one exchange with Postgres: all of them are sent before the first answer, and the one
 * `Sync` at their end commits. A statement that fails ends the exchange, and nothing of it stays (PostgreSQL manual, 54.2.3
 * and 54.2.4).
 * @throws the database's error. The connection is closed then, because it is not known which statements it has prepared
 */
export async function inOneExchange(pool: Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await new Promise<void>((resolve, reject) => client.query(exchange(statements, resolve, reject)));
    isDone = true;
  } finally {
    client.release(!isDone);
  }
}

/** What the client calls for each of the server's messages, beside {@link Submittable}: as `pg-cursor` implements it. */
interface Exchange extends Submittable {
  handleDataRow(): void;
  handleCommandComplete(): void;
  handleEmptyQuery(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

function exchange(statements: readonly Statement[], done: () => void, failed: (error: Error) => void): Exchange {
  return {
    submit: (connection) => {
      const names = prepared.get(connection) ?? new Set();
      prepared.set(connection, names);
      // One write to the socket.
      connection.stream.cork();
      for (const { name, text, values } of statements) {
        if (!names.has(name)) connection.parse({ name, text, types: [] }, true);
        names.add(name);
        connection.bind({ statement: name, values: [...values] }, true);
        connection.execute(null, true);
      }
      connection.sync();
      connection.stream.uncork();
    },
    handleDataRow: () => {},
    handleCommandComplete: () => {},
    handleEmptyQuery: () => {},
    handleReadyForQuery: done,
    handleError: failed,
  };
}
