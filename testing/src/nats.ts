import { startNats } from "@satchel/embedded";
import { atEnd } from "./at-end.ts";
import { usesContainers } from "./backend.ts";
import { tempDir } from "./temp-dir.ts";
import type { TestNats } from "./test-nats.ts";

/** Starts a server of its own for this test file. It ends with the file at the latest. */
export async function startTestNats(): Promise<TestNats> {
  const nats = usesContainers() ? await (await import("./containers.ts")).natsContainer() : await embeddedNats();
  atEnd(nats.stop);
  return nats;
}

async function embeddedNats(): Promise<TestNats> {
  const dataDir = await tempDir();
  let server = await startNats({ dataDir });
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
      server = await startNats({ dataDir, ...ports });
    },
  };
}
