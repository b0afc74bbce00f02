import { isSatchelError } from "@satchel/contracts";
import type { Bus, CommandClient, Pool } from "@satchel/chassis";

/** The sources of the page: the bus, as the page's own user, and the tables, as a read-only user. */
export interface World extends Pick<Bus, "nc" | "js" | "jsm"> {
  readonly pool: Pool;
  /** The commands that it may send: to end something that is shared, and about accounts. */
  readonly commands: CommandClient;
  /** The same, with less patience: what it asks is missing from the page without an answer. */
  readonly sizes: CommandClient;
}

/** The answer to a request about a stream; undefined where the stream does not exist yet. */
export const unlessMissing = async <T>(request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Error && /stream not found/i.test(error.message)) return undefined;
    throw error;
  }
};

/** What identity, links or archive answer; undefined where the service does not answer. */
export async function unlessUnreachable<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isSatchelError(error) && error.code === "unavailable") return undefined;
    throw error;
  }
}
