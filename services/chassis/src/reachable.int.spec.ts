import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { atEnd, createTestDatabase } from "@satchel/testing";
import { expect, test } from "vitest";
import { databaseFault } from "./reachable.ts";

const { url } = await createTestDatabase();

/** A way to the database that drops the settings of a connection, as PgBouncer does with `ignore_startup_parameters`. */
async function pooler(): Promise<string> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on("error", () => socket.destroy()));
    near.once("data", (startup: Buffer) => {
      far.write(withoutOptions(startup));
      near.pipe(far).pipe(near);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const way = new URL(url);
  way.port = String((server.address() as AddressInfo).port);
  return way.href;
}

/** StartupMessage (PostgreSQL manual, message formats): length, version, then names and values, each ended by a zero. */
function withoutOptions(startup: Buffer): Buffer {
  const fields = startup.subarray(8).toString().split("\0");
  const at = fields.indexOf("options");
  if (at >= 0) fields.splice(at, 2);
  const message = Buffer.concat([startup.subarray(0, 8), Buffer.from(fields.join("\0"))]);
  message.writeUInt32BE(message.length);
  return message;
}

test("given PostgreSQL itself, then there is no fault", async () => {
  expect(await databaseFault(url)).toBeUndefined();
});

test("given a pooler that drops the settings of a connection, then it is refused", async () => {
  const way = await pooler();
  expect(await databaseFault(way)).toBe(
    `DATABASE_URL: settings of a connection do not reach the database at ${new URL(way).host}: name PostgreSQL itself, not a pooler such as PgBouncer, and no "options"`,
  );
});

test("given an address with options of its own, which would take the place of ours, then it is refused", async () => {
  expect(await databaseFault(`${url}?options=-c%20search_path%3Dother`)).toContain('and no "options"');
});
