import { expect, test } from "vitest";
import { connectBus, createLogger } from "@satchel/chassis";
import {
  type CommandReply,
  commandSubject,
  createFolder,
  CreateFolder,
  getHealth,
  STALE,
  texts,
} from "@satchel/contracts";
import { atEnd, cuttable, eventually } from "@satchel/testing";
import { Value } from "typebox/value";
import { startTestSystem } from "../../test/gateway.ts";
import { inProof } from "@satchel/testing/in-proof";

inProof(
  "given the tables lag, when something is made, then the answer has it and says that it may be stale",
  async () => {
    const system = await startTestSystem();
    const { call } = await system.signIn("anna@satchel.example");
    const bus = await connectBus({ url: system.nats.url, name: "test", logger: createLogger("test", "silent") });
    atEnd(() => bus.close());
    // In the place of the services: commands are done, and the tables will not show it.
    const behind = [...system.services].filter(([name]) => name !== "identity");
    await Promise.all(behind.map(([, service]) => service.stop()));
    const standIn = (subject: string, projection: string, result: object): void => {
      bus.nc.subscribe(subject, {
        callback: (_error, message) => {
          const reply: CommandReply = { ok: true, result, position: { projection, partition: 0, sequence: 1_000_000 } };
          message.respond(JSON.stringify(reply));
        },
      });
    };
    standIn(commandSubject(CreateFolder), "folders", { folderId: 7 });
    await bus.nc.flush();

    const folder = await call("POST", "/api/folders/", { name: "Later" });
    expect([folder.status, folder.headers.get(STALE)]).toEqual([201, "1"]);
    const folderBody: unknown = await folder.json();
    expect(Value.Errors(createFolder.responses[201], folderBody)).toEqual([]);
    expect(folderBody).toMatchObject({ id: 7, name: "Later", order_index: 0 });
  },
);

test("given the database is away, then reading is 503 with when to come again, and health says so", async () => {
  const system = await startTestSystem();
  const { call } = await system.signIn("anna@satchel.example");
  await Promise.all([...system.services.values()].map((service) => service.stop()));
  await system.database.drop();

  const answer = await call("GET", "/api/links/");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await answer.json()).toEqual({ detail: texts.server.unavailable });
  expect(await (await call("GET", "/api/users/me/status")).json()).toEqual({ authenticated: true, is_verified: true });
  await eventually(async () => {
    const health = await call("GET", "/api/health");
    const body = (await health.json()) as { checks: Record<string, string> };
    // Anybody may ask: reasons are the operator's alone.
    return (
      health.status === 503 &&
      Value.Check(getHealth.responses[503], body) &&
      Object.values(body.checks).every((check) => check === "ok" || check === "not-ready")
    );
  });
});

test("given a bus that does not answer in time, then no call fails but by 503 with when to come again", async () => {
  const system = await startTestSystem();
  const { accessToken } = await system.signIn("anna@satchel.example");
  const way = await cuttable(system.nats.url);
  const url = await system.startAnother({ NATS_URL: way.url });
  atEnd(() => way.mend());
  const call = (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  way.hold();

  const lists = await call("GET", "/api/links/");
  const others = await Promise.all([
    call("GET", "/api/users/me/export"),
    call("GET", "/api/imports"),
    call("GET", "/api/users/me/sessions"),
    call("POST", "/api/links/", { url: "https://slow.example/" }),
    // The gateway itself stores the file.
    call("POST", "/api/imports", { links: [] }),
  ]);

  expect(lists.status).toBe(200);
  for (const { url: of, status, headers } of others) {
    expect([of, status, headers.get("retry-after")]).toEqual([of, 503, "1"]);
  }
});
