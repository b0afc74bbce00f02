import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bus, connectBus, createLogger, openJournal } from "@satchel/chassis";
import { busUserNames } from "@satchel/contracts";
import { findNatsServer } from "@satchel/embedded";
import { atEnd, eventually, freePort, tempDir } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { passwordVariable } from "../test/deployed-nats.ts";

const logger = createLogger("test", "silent");
const users = ["satchel", ...busUserNames];
let port: number;
let monitorUrl: string;

const connect = async (user: string, password = `s${user}`): Promise<Bus> => {
  const bus = await connectBus({
    url: `nats://${user}:${password}@127.0.0.1:${port}`,
    monitorUrl,
    name: user,
    logger,
    wait: false,
  });
  atEnd(() => bus.close());
  return bus;
};

beforeAll(async () => {
  const folder = await tempDir();
  const monitorPort = await freePort();
  port = await freePort();
  monitorUrl = `http://127.0.0.1:${monitorPort}`;
  const config = (await readFile(join(import.meta.dirname, "../../../deploy/nats.conf"), "utf8"))
    .replace("port: 4222", `host: "127.0.0.1"\nport: ${port}`)
    .replace("http: 8222", `http: "127.0.0.1:${monitorPort}"`)
    .replace("/data", join(folder, "data"));
  await writeFile(join(folder, "nats.conf"), config);
  const env = Object.fromEntries(users.map((user) => [passwordVariable(user), `s${user}`]));
  const { path } = await findNatsServer();
  const server = spawn(path, ["--config", join(folder, "nats.conf")], { env, stdio: "ignore" });
  atEnd(async () => void server.kill("SIGKILL"));
  await eventually(async () => expect((await fetch(`${monitorUrl}/healthz`)).ok).toBe(true));
});

test("given deploy/nats.conf and passwords in the environment, when a server runs with it, then it syncs every write, knows each service, and lets an owner alone publish its facts", async () => {
  for (const user of users) {
    const bus = await connect(user);
    await openJournal(bus, { logger });
    const publish = bus.nc.request("journal.0.a.folders", "{}");
    if (["satchel", "folders"].includes(user)) expect((await publish).string()).toContain('"stream":"JOURNAL"');
    else await expect(publish).rejects.toThrow(/permission/i);
  }
});

test("given that server, when a client connects with a wrong password or none, then it is refused", async () => {
  await expect(connect("links", "wrong")).rejects.toThrow(/authorization/i);
  await expect(connectBus({ url: `127.0.0.1:${port}`, name: "nobody", logger, wait: false })).rejects.toThrow(
    /authorization/i,
  );
});
