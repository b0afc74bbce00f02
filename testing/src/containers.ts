import { randomBytes } from "node:crypto";
import { freePort } from "@satchel/embedded";
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from "testcontainers";
import { FAST_SETTINGS } from "./fast-settings.ts";
import type { TestNats } from "./test-nats.ts";
import { tempDir } from "./temp-dir.ts";

// The same versions as docker-compose.yml.
const NATS_IMAGE = "nats:2.10-alpine";
const POSTGRES_IMAGE = "postgres:18-alpine";

const HOST = "127.0.0.1";
/** Milliseconds for a server to stop in order, before the engine kills it. */
const STOP_MS = 60_000;
const password = () => randomBytes(12).toString("hex");

/**
 * Checks that containers can be started.
 * @param find rejects where there is no engine
 * @throws with instructions when there is no engine
 */
export async function needEngine(find: () => Promise<unknown> = getContainerRuntimeClient): Promise<void> {
  try {
    await find();
  } catch (cause) {
    throw new Error(
      "TEST_BACKEND=containers needs a running container engine such as Docker, and none was found. " +
        "Start one, or unset TEST_BACKEND to test on the embedded servers.",
      { cause },
    );
  }
}

export async function natsContainer(): Promise<TestNats> {
  await needEngine();
  const [port, monitorPort, storeDir, secret] = [await freePort(), await freePort(), await tempDir(), password()];
  const config = `port: 4222
http_port: 8222
authorization { user: "satchel", password: "${secret}" }
jetstream { store_dir: "/data", sync_interval: always }
`;
  const container = await new GenericContainer(NATS_IMAGE)
    .withCopyContentToContainer([{ content: config, target: "/etc/nats/satchel.conf" }])
    .withCommand(["--config", "/etc/nats/satchel.conf"])
    .withBindMounts([{ source: storeDir, target: "/data" }])
    // Fixed host ports: a restarted container would get new ones otherwise.
    .withExposedPorts({ container: 4222, host: port }, { container: 8222, host: monitorPort })
    .withWaitStrategy(Wait.forHttp("/healthz", 8222))
    .start();
  // The library's own `stop` does nothing the second time, not even after a restart, and it has no SIGKILL.
  const { container: engine } = await getContainerRuntimeClient();
  const handle = engine.getById(container.getId());
  return {
    url: `nats://satchel:${secret}@${HOST}:${port}`,
    monitorUrl: `http://${HOST}:${monitorPort}`,
    storeDir,
    stop: () => engine.stop(handle, { timeout: STOP_MS }),
    kill: async () => {
      await handle.kill();
    },
    restart: () => container.restart({ timeout: STOP_MS }),
  };
}

export async function postgresContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  await needEngine();
  const secret = password();
  const settings = Object.entries(FAST_SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const container: StartedTestContainer = await new GenericContainer(POSTGRES_IMAGE)
    .withEnvironment({ POSTGRES_USER: "satchel", POSTGRES_PASSWORD: secret, POSTGRES_DB: "satchel" })
    .withCommand(["postgres", ...settings])
    .withExposedPorts(5432)
    .withHealthCheck({ test: ["CMD-SHELL", "pg_isready -h 127.0.0.1 -U satchel"], interval: 250, retries: 100 })
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
  return {
    url: `postgres://satchel:${secret}@${HOST}:${container.getMappedPort(5432)}/satchel`,
    stop: async () => {
      await container.stop();
    },
  };
}
