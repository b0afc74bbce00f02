import { eventually, freePort, type SpawnedProgram, spawnProgram } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { openWorld, worldEnv } from "../test/world.ts";

const SECRET = "hunter2";

async function startIdle(env: Record<string, string>): Promise<SpawnedProgram & { health(): Promise<unknown> }> {
  const port = await freePort();
  const child = await spawnProgram(new URL("../test/idle-service.ts", import.meta.url), {
    env: {
      NATS_URL: "nats://127.0.0.1:1",
      NATS_SYNC_UNCHECKED: "true",
      API_KEY: "12345678",
      OPERATIONS_PORT: String(port),
      ...env,
    },
  });
  const health = async (): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
    return [answer.status, ((await answer.json()) as { checks: unknown }).checks];
  };
  return { ...child, health };
}

describe("a service as a process", () => {
  test("given a running service, when it gets SIGTERM, then it stops in order and exits with 0", async () => {
    const service = await startIdle({});
    await service.waitForLine(/"msg":"started"/);
    expect(await service.health()).toEqual([200, { idle: "ok" }]);

    expect(await service.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(service.stdout.filter((line) => !line.startsWith("{"))).toEqual(["starting", "stopping", "stopped"]);
  });

  test("given a service that is still starting, then it is live and not ready, and can be stopped", async () => {
    const service = await startIdle({ ON_START: "hang" });
    await service.waitForLine(/starting/);

    expect(await service.health()).toEqual([503, { idle: "starting" }]);
    expect(await service.kill("SIGINT")).toEqual({ code: 0, signal: null });
  });

  test("given a service that stops slowly, then it is not ready meanwhile, and a second signal ends it at once", async () => {
    const service = await startIdle({ ON_STOP: "hang" });
    await service.waitForLine(/"msg":"started"/);
    process.kill(service.pid, "SIGTERM");
    await service.waitForLine(/^stopping/);

    expect(await service.health()).toEqual([503, { idle: "stopping" }]);
    expect(await service.kill("SIGTERM")).toEqual({ code: 1, signal: null });
  });

  test("given a service that does not stop in time, then it is ended, and the log says so", async () => {
    const service = await startIdle({ ON_STOP: "hang", SHUTDOWN_SECONDS: "1" });
    await service.waitForLine(/"msg":"started"/);

    expect(await service.kill("SIGTERM")).toEqual({ code: 1, signal: null });
    expect(service.stdout.at(-1)).toContain("stopping took too long");
  });

  test.each([
    ["ON_STOP", "stopping failed"],
    ["ON_START", "starting failed"],
  ])("given one that fails (%s), then it ends with an error that is in the log", async (setting, message) => {
    const service = await startIdle({ [setting]: "fail" });
    if (setting === "ON_STOP") await service.waitForLine(/"msg":"started"/);

    const exit = setting === "ON_STOP" ? service.kill("SIGTERM") : service.exited;

    expect(await exit).toEqual({ code: 1, signal: null });
    expect(service.stdout.join("\n")).toContain(message);
    expect(service.stdout.join("\n")).toContain("it fails");
  });

  test("given a configuration with several faults, then it ends with 78 and names them all, without a secret", async () => {
    const service = await startIdle({ NATS_URL: "", API_KEY: SECRET, LOG_LEVEL: "loud", SHUTDOWN_SECONDS: "soon" });

    expect(await service.exited).toEqual({ code: 78, signal: null });
    const said = service.stderr.join("\n");
    for (const name of ["NATS_URL", "API_KEY", "LOG_LEVEL", "SHUTDOWN_SECONDS"]) expect(said).toContain(`- ${name}`);
    expect(said).not.toContain(SECRET);
  });
});

test("given a ready service with tables and commands, when it gets SIGTERM, then it releases everything and exits with 0", async () => {
  const world = await openWorld();
  const port = await freePort();
  const service = await spawnProgram(new URL("../test/visit-service.ts", import.meta.url), {
    env: { ...worldEnv(world), OPERATIONS_PORT: String(port) },
  });
  await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200));

  expect(await service.kill("SIGTERM")).toEqual({ code: 0, signal: null });

  const { rows } = await world.pool.query(
    "select application_name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  expect(rows).toEqual([]);
});
