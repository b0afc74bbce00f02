import { randomUUID } from "node:crypto";
import type { CreatedWebhook, Delivery, Webhook as ListedWebhook } from "@satchel/contracts";
import { atEnd, eventually, startHttpServer } from "@satchel/testing";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signIn, startInstance } from "../test/instance.ts";

interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const OWN = "/api/users/me/webhooks";

/** A receiver; requests to `/held` are not answered until `release` is called. */
async function startReceiver() {
  const received: Received[] = [];
  let held: (() => void)[] = [];
  let isOpen = false;
  const server = await startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const body = Buffer.concat(chunks).toString("utf8");
      received.push({ path, headers: request.headers as Record<string, string>, body });
      const answer = () => response.writeHead(path === "/gone" ? 410 : 200).end("taken");
      if (path === "/held" && !isOpen) held.push(answer);
      else answer();
    });
  });
  atEnd(server.close);
  return {
    url: server.url,
    at: (path: string) => received.filter((one) => one.path === path),
    release: () => {
      isOpen = true;
      for (const answer of held) answer();
      held = [];
    },
  };
}

test("given a system with webhooks, then saved and deleted links are sent, tested and replayed under the same id; nobody else sees them; one that is gone is paused; and a process that is killed in the middle sends again", async () => {
  const receiver = await startReceiver();
  const env = { WEBHOOK_ALLOW: new URL(receiver.url).host };
  let instance = await startInstance(env);
  let anna = await signIn(instance, "anna@satchel.example");
  const bert = await signIn(instance, "bert@satchel.example");
  const make = (path: string, events: string[]) =>
    anna.json<CreatedWebhook>("POST", OWN, { url: receiver.url + path, events });
  const hook = await make("/all", ["link.saved", "link.deleted"]);
  const gone = await make("/gone", ["link.kept"]);
  const deliveries = async (id: string) =>
    (await anna.json<{ deliveries: Delivery[] }>("GET", `${OWN}/${id}/deliveries`)).deliveries;

  const link = await anna.json<{ id: string }>("POST", "/api/links/", { url: "https://example.org/", notes: "mine" });
  await anna.json("DELETE", `/api/links/${link.id}`);
  await bert.json("POST", "/api/links/", { url: "https://example.org/of-bert" });

  const sent = await eventually(() => {
    const all = receiver.at("/all");
    expect(all).toHaveLength(2);
    return all;
  });
  for (const { body, headers } of sent) {
    expect(new Webhook(hook.secret).verify(body, headers)).toMatchObject({ data: { id: link.id } });
    expect(body).not.toContain("mine");
  }
  const [first] = await eventually(async () => {
    const log = await deliveries(hook.id);
    expect(log.map(({ state, status, answer }) => [state, status, answer])).toEqual([
      ["delivered", 200, "taken"],
      ["delivered", 200, "taken"],
    ]);
    return log;
  });
  const again = first as Delivery;
  expect((await anna.call("POST", `${OWN}/${hook.id}/deliveries/${again.id}/replay`)).status).toBe(202);
  await eventually(() =>
    expect(receiver.at("/all").filter(({ headers }) => headers["webhook-id"] === again.id)).toHaveLength(2),
  );

  // Another account, which names what it can't know.
  for (const [method, path, body] of [
    ["PATCH", `${OWN}/${hook.id}`, { is_paused: true }],
    ["DELETE", `${OWN}/${hook.id}`],
    ["POST", `${OWN}/${hook.id}/test`],
    ["GET", `${OWN}/${hook.id}/deliveries`],
    ["POST", `${OWN}/${hook.id}/deliveries/${again.id}/replay`],
  ] as const) {
    expect([method, path, (await bert.call(method, path, body)).status]).toEqual([method, path, 404]);
  }
  expect(await bert.json(`GET`, OWN)).toEqual({ webhooks: [] });

  await anna.json("POST", `${OWN}/${gone.id}/test`);
  await eventually(async () => {
    const { webhooks } = await anna.json<{ webhooks: ListedWebhook[] }>("GET", OWN);
    expect(webhooks.map(({ id, paused }) => [id, paused])).toEqual([
      [gone.id, "gone"],
      [hook.id, null],
    ]);
  });
  expect((await anna.call("POST", `${OWN}/${gone.id}/test`)).status).toBe(400);

  const held = await make("/held", ["link.saved"]);
  await anna.json("POST", "/api/links/", { url: `https://example.org/${randomUUID()}` });
  await eventually(() => expect(receiver.at("/held")).toHaveLength(1));
  await instance.process.kill("SIGKILL");
  receiver.release();
  instance = await startInstance(env, instance);
  anna = await signIn(instance, "anna@satchel.example");
  const [before, after] = await eventually(() => {
    const all = receiver.at("/held");
    expect(all.length).toBeGreaterThan(1);
    return all;
  });
  expect(after?.headers["webhook-id"]).toBe(before?.headers["webhook-id"]);
  expect(after?.body).toBe(before?.body);
  await eventually(async () => expect(await deliveries(held.id)).toMatchObject([{ state: "delivered" }]));
});
