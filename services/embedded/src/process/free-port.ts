import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections (Linux: 32768 to 60999), one of which could be taken before
 * it is used.
 */
const FIRST = 20_000;
const LAST = 32_000;
const TRIES = 100;

const returned = new Set<number>();

/**
 * A TCP port that is free on 127.0.0.1, and was not returned before. Another process may take it first.
 * @throws when none was found
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, LAST);
    if (returned.has(port) || !(await isFree(port))) continue;
    returned.add(port);
    return port;
  }
  throw new Error(`No free port was found between ${FIRST} and ${LAST}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
