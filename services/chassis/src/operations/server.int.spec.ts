import { atEnd } from "@satchel/testing";
import { expect, test } from "vitest";
import { queueItems } from "./metrics.ts";
import { type Checks, openOperations } from "./server.ts";

async function open(checks: () => Checks | Promise<Checks>) {
  const operations = await openOperations("127.0.0.1", 0, checks);
  atEnd(() => operations.close());
  return {
    ...operations,
    get: async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${operations.port}${path}`);
      return { status: answer.status, type: answer.headers.get("content-type"), body: await answer.text() };
    },
  };
}

test("given that all parts are ready, then the service is ready", async () => {
  const { get } = await open(() => ({ bus: "ok", tables: "ok" }));

  expect(await get("/health/ready")).toMatchObject({
    status: 200,
    body: '{"status":"ready","checks":{"bus":"ok","tables":"ok"}}',
  });
});

test("given a part with a fault, then the service is live, not ready, and reports the fault", async () => {
  const { get } = await open(async () => ({ bus: "ok", tables: "partition 3 is stopped" }));

  expect(await get("/health/live")).toMatchObject({ status: 200 });
  expect(await get("/health/ready")).toMatchObject({
    status: 503,
    body: '{"status":"not-ready","checks":{"bus":"ok","tables":"partition 3 is stopped"}}',
  });
});

test("given checks that fail, then the answer is an error without internals", async () => {
  const { get } = await open(() => Promise.reject(new Error("secret")));

  expect(await get("/health/ready")).toMatchObject({ status: 500, body: "Failed\n" });
});

test("given counted work, then the metrics show it in Prometheus' text format", async () => {
  queueItems.inc({ queue: "tested", outcome: "done" }, 3);
  const { get } = await open(() => ({}));

  const { status, type, body } = await get("/metrics");

  expect([status, type]).toEqual([200, expect.stringContaining("text/plain")]);
  expect(body).toContain('satchel_queue_items_total{queue="tested",outcome="done"} 3');
  expect(body).toContain("process_resident_memory_bytes");
});

test("given an unknown path, then it is not found; given a closed port, then no connection is accepted", async () => {
  const operations = await open(() => ({}));

  expect(await operations.get("/")).toMatchObject({ status: 404 });
  await operations.close();
  await expect(operations.get("/health/live")).rejects.toThrow();
});
