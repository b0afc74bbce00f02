import type { BulkAnswer } from "@satchel/contracts";
import { type Client, startTestSystem, type TestSystem } from "@satchel/gateway/test/gateway.ts";
import { cuttable, eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { lateServer } from "../test/late-server.ts";
import { inProof } from "@satchel/testing/in-proof";

const LINKS = 600;
/** Milliseconds by which the links service hears late: 500 appends, 32 at a time, take 8 s then. */
const LATE_MS = 500;

let lateMs = 0;
let system: TestSystem;
let way: Awaited<ReturnType<typeof cuttable>>;
beforeAll(async () => {
  system = await startTestSystem({
    wayOfLinks: async (url) => {
      way = await cuttable(await lateServer(url, { byMs: () => lateMs }));
      return way.url;
    },
  });
});

const count = async (client: Client, query: string): Promise<number> => {
  const answer = await client.call("GET", `/api/links/count?${query}`);
  return ((await answer.json()) as { count: number }).count;
};

/** Somebody with many links, before the links service gets slow. */
async function collector(email: string): Promise<Client> {
  lateMs = 0;
  const client = await system.signIn(email);
  const file = Array.from({ length: LINKS }, (_, n) => `<DT><A HREF="https://many.test/${n}">${n}</A>`);
  const started = await fetch(`${system.url}/api/imports`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.accessToken}`, "content-type": "text/html" },
    body: `<DL>${file.join("\n")}</DL>`,
  });
  expect(started.status).toBe(202);
  await eventually(async () => expect(await count(client, "")).toBe(LINKS));
  lateMs = LATE_MS;
  return client;
}

const mark = (client: Client): Promise<Response> =>
  client.call("POST", "/api/links/bulk", { filter: {}, action: "favorite", is_favorite: true });

async function undo(client: Client, { bulk_id }: BulkAnswer): Promise<BulkAnswer> {
  const answer = await client.call("POST", `/api/links/bulk/${bulk_id}/undo`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as BulkAnswer;
}

inProof(
  `given a links service to which everything takes long, when one call changes ${LINKS} links, then all are changed, and undone`,
  async () => {
    const client = await collector("slow@example.com");

    const answer = await mark(client);

    const body = (await answer.json()) as BulkAnswer;
    expect([answer.status, body]).toEqual([200, { ...body, changed: LINKS, unchanged: 0, failed: [] }]);
    expect(await undo(client, body)).toMatchObject({ changed: LINKS, failed: [] });
  },
);

test("given a bus that answers after three seconds, when a link is saved, then it is", async () => {
  const client = await system.signIn("patient@example.com");
  lateMs = 3000;

  const answer = await client.call("POST", "/api/links/", { url: "https://late.test/" });

  expect([answer.status, await answer.json()]).toEqual([201, expect.objectContaining({ url: "https://late.test/" })]);
});

inProof(
  "given a links service that goes away in the middle of a call, then the answer says which links may not be changed, and all of it can be undone",
  async () => {
    const client = await collector("away@example.com");

    const marking = mark(client);
    // More than are changed by the first commands: these are answered by then.
    await eventually(async () => expect(await count(client, "favorites_only=true")).toBeGreaterThan(200));
    way.cut();

    const answer = await marking;
    const body = (await answer.json()) as BulkAnswer;
    expect([answer.status, body.changed + body.failed.length]).toEqual([200, LINKS]);
    expect(body.changed).toBeGreaterThan(0);
    expect(body.failed[0]).toEqual({ id: expect.any(String), detail: expect.stringContaining("not ready") });
    way.mend();
    lateMs = 0;
    // What was changed at last is in the tables later.
    await eventually(async () => {
      await client.call("POST", `/api/links/bulk/${body.bulk_id}/undo`);
      expect(await count(client, "favorites_only=true")).toBe(0);
    });
  },
);
