import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Bus,
  connectBus,
  createLogger,
  letterName,
  openDocuments,
  openJournal,
  openRecords,
  openSecretAddressReader,
  secretAddressKey,
} from "@satchel/chassis";
import { busUserNames, type MailId, SECRET_ADDRESSES, type UserId } from "@satchel/contracts";
import { findNatsServer } from "@satchel/embedded";
import { atEnd, eventually, freePort, tempDir } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { passwordVariable } from "../test/deployed-nats.ts";

const logger = createLogger("test", "silent");
const users = ["satchel", ...busUserNames];
let port: number;
let monitorUrl: string;

const connect = async (user: string, password = `s${user}`, copies = 1): Promise<Bus> => {
  const bus = await connectBus({
    url: `nats://${user}:${password}@127.0.0.1:${port}`,
    monitorUrl,
    name: user,
    logger,
    copies,
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

test("given that server, when a service is to have more copies than there are, then it ends, and says how they are made", async () => {
  await openJournal(await connect("satchel"), { logger });
  const links = await connect("links", undefined, 3);
  await expect(openJournal(links, { logger })).rejects.toThrow(
    /JOURNAL has 1 copies on the bus and not 3 \(NATS_REPLICAS\).*restored/,
  );
});

test("given that server, then mail-ingest reads whose a secret address is and stores a mail's content, which enrichment and archive read, and can make no address", async () => {
  const userId = randomUUID() as UserId;
  const [identity, mail] = [await connect("identity"), await connect("mail-ingest")];
  const local = "n.abcdefghijkl";
  const records = await openRecords<unknown>(identity, SECRET_ADDRESSES);
  const one = { id: randomUUID(), name: "N", local, folderId: null, tags: [], createdAt: 0 };
  await records.change(userId, () => ({ put: { addresses: [one], muted: [] }, outcome: undefined }));
  await records.change(secretAddressKey(local), () => ({ put: { userId }, outcome: undefined }));

  expect(await (await openSecretAddressReader(mail)).find(local)).toMatchObject({ userId, address: one });
  const name = letterName(userId, randomUUID() as MailId, "0".repeat(64));
  await (await openDocuments(mail)).put(name, Buffer.alloc(300_000, "x"));
  for (const user of ["enrichment", "archive"]) {
    expect((await (await openDocuments(await connect(user))).get(name))?.length).toBe(300_000);
  }
  const forged = mail.nc.request(`$KV.${SECRET_ADDRESSES}.${userId}`, "{}");
  await expect(forged).rejects.toThrow(/permission/i);
});

test("given that server, when a client connects with a wrong password or none, then it is refused", async () => {
  await expect(connect("links", "wrong")).rejects.toThrow(/authorization/i);
  await expect(connectBus({ url: `127.0.0.1:${port}`, name: "nobody", logger, wait: false })).rejects.toThrow(
    /authorization/i,
  );
});
