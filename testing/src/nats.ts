import { type NatsUser, startNats } from "@satchel/embedded";
import { atEnd } from "./at-end.ts";
import { usesContainers } from "./backend.ts";
import { tempDir } from "./temp-dir.ts";
import type { TestNats } from "./test-nats.ts";

/**
 * Starts a server of its own for this test file. It ends with the file at the latest.
 * @param users besides the one with all permissions; such a server is an embedded one on every backend
 */
export async function startTestNats(users?: readonly NatsUser[]): Promise<TestNats> {
  const inContainer = usesContainers() && users === undefined;
  const nats = inContainer ? await (await import("./containers.ts")).natsContainer() : await embeddedNats(users);
  atEnd(nats.stop);
  return nats;
}

async function embeddedNats(users: readonly NatsUser[] = []): Promise<TestNats> {
  const dataDir = await tempDir();
  let server = await startNats({ dataDir, users });
  const { url, monitorUrl, storeDir } = server;
  const ports = { port: Number(new URL(url).port), monitorPort: Number(new URL(monitorUrl).port) };
  return {
    url,
    monitorUrl,
    storeDir,
    stop: () => server.stop(),
    kill: () => server.kill(),
    restart: async () => {
      await server.stop();
      server = await startNats({ dataDir, users, ...ports });
    },
  };
}
