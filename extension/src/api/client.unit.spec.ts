import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { texts } from "@satchel/contracts";
import { getConfig } from "@satchel/contracts/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { archiveOf } from "./archive.ts";
import { type Access, type Client, createClient } from "./client.ts";
import { sendPage } from "./send.ts";

interface Heard {
  readonly call: string;
  readonly bearer: string | undefined;
  readonly cookie: string | undefined;
  readonly body: unknown;
}
interface Told {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A server that answers as each test wants, and tells what it heard. */
let answer: (heard: Heard) => Told;
const heard: Heard[] = [];
const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
};
const server = createServer((request, response) => {
  void textOf(request).then((text) => {
    const { authorization, cookie } = request.headers;
    const body = text === "" ? undefined : (JSON.parse(text) as unknown);
    const call = { call: `${request.method} ${request.url}`, bearer: authorization, cookie, body };
    heard.push(call);
    const told = answer(call);
    response.writeHead(told.status, told.headers).end(told.body === undefined ? "" : JSON.stringify(told.body));
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

const REFRESH = "POST /api/auth/connections/refresh";
const renewed: Told = { status: 200, body: { access_token: "new", token_type: "bearer", expires_in: 600 } };
let kept: Access | null;
let ended: number;
let client: Client;
const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(() => {
  heard.length = 0;
  kept = null;
  ended = 0;
  client = createClient({
    server: origin(),
    refreshToken: "refresh",
    access: {
      read: async () => kept,
      write: async (access) => {
        kept = access;
      },
    },
    onEnded: async () => {
      ended += 1;
    },
    now: () => 1_000_000,
  });
});

describe("a connected client", () => {
  test("given a page that closes, when its last call is sent, then it goes in the same step, with the token of the call before", async () => {
    const call = { operation: getConfig };
    answer = ({ call: name }) => (name === REFRESH ? renewed : { status: 200, body: {} });
    client.sendLast(call);
    await client.send(call);
    client.sendLast(call);
    await expect.poll(() => heard.map(({ bearer }) => bearer)).toEqual([undefined, "Bearer new", "Bearer new"]);
  });

  test("given no access token, when two calls are made, then one renewal serves both, and it is kept until it runs out", async () => {
    answer = ({ call }) => (call === REFRESH ? renewed : { status: 200, body: { ok: true } });
    await Promise.all([client.send({ operation: getConfig }), client.send({ operation: getConfig })]);
    expect(heard.map(({ call, bearer }) => [call, bearer])).toEqual([
      [REFRESH, undefined],
      ["GET /api/config", "Bearer new"],
      ["GET /api/config", "Bearer new"],
    ]);
    expect(heard[0]?.body).toEqual({ refresh_token: "refresh" });
    expect(kept).toEqual({ token: "new", until: 1_600_000, of: "refresh" });
  });

  test("given a token that the server does not take any more, then it is renewed, and the call made once more", async () => {
    kept = { token: "old", until: 9_000_000, of: "refresh" };
    answer = ({ call, bearer }) =>
      call === REFRESH
        ? renewed
        : bearer === "Bearer new"
          ? { status: 200, body: 1 }
          : { status: 401, body: { detail: "" } };
    expect(await client.send({ operation: getConfig })).toEqual({ kind: "answered", status: 200, body: 1 });
  });

  test("given a connection that was ended, then it is told, and the token is forgotten", async () => {
    kept = { token: "old", until: 9_000_000, of: "refresh" };
    answer = () => ({ status: 401, body: { detail: "Not authenticated" } });
    expect(await client.send({ operation: getConfig })).toEqual({ kind: "signedOut" });
    expect([ended, kept]).toEqual([1, null]);
  });

  test("given a server that can't answer for now, then nothing is forgotten, and the time it asks for is told", async () => {
    answer = () => ({ status: 429, headers: { "retry-after": "7" } });
    expect(await client.send({ operation: getConfig })).toEqual({ kind: "away", afterSeconds: 7 });
    answer = () => ({ status: 503 });
    expect(await client.send({ operation: getConfig })).toEqual({ kind: "away" });
    expect(ended).toBe(0);
  });

  test("given an archive that is full, then that is an answer, and nothing waits for the server", async () => {
    answer = () => ({ status: 507, body: { detail: texts.links.full } });
    const refused = { kind: "refused", status: 507, detail: texts.links.full };
    expect(await client.send({ operation: getConfig })).toEqual(refused);
  });

  test("given that another server or account was connected meanwhile, then its token is not sent", async () => {
    kept = { token: "of another", until: 9_000_000, of: "another refresh" };
    answer = ({ call }) => (call === REFRESH ? renewed : { status: 200, body: 1 });
    expect(await client.send({ operation: getConfig })).toMatchObject({ kind: "answered" });
    expect(heard.map(({ bearer }) => bearer)).toEqual([undefined, "Bearer new"]);
  });

  test("given a server that sends the call elsewhere, then the token does not go along", async () => {
    kept = { token: "old", until: 9_000_000, of: "refresh" };
    answer = ({ call }) =>
      call.endsWith("/elsewhere") ? { status: 200 } : { status: 307, headers: { location: "/elsewhere" } };
    expect(await client.send({ operation: getConfig })).toEqual({ kind: "away" });
    expect(heard).toHaveLength(1);
  });
});

describe("sending a page", () => {
  const URL_OF_RYE = "https://site.example/rye";
  const link = { id: "l1", notes: "Mine" };
  beforeEach(() => {
    kept = { token: "good", until: 9_000_000, of: "refresh" };
  });
  const send = (wanted: object) => sendPage(archiveOf(client), { url: URL_OF_RYE, ...wanted });

  test("given its title, then it is but suggested, so that none of the owner's is lost", async () => {
    answer = () => ({ status: 201, body: link });
    expect(await send({ title: "Rye" })).toEqual({ outcome: { kind: "saved", id: "l1" } });
    expect(heard).toMatchObject([{ call: "POST /api/links/", body: { url: URL_OF_RYE, suggested_title: "Rye" } }]);
  });

  test("given a folder that is gone, then it is saved without one", async () => {
    answer = ({ body }) =>
      "folder_id" in (body as object) ? { status: 404, body: { detail: "gone" } } : { status: 200, body: link };
    expect(await send({ place: { id: 4 } })).toEqual({ outcome: { kind: "known", id: "l1" } });
  });

  test("given a folder's name, then the folder is found, or made where there is none", async () => {
    const folders = [{ id: 4, name: "Kitchen", children: [] }];
    answer = ({ call }) =>
      call === "GET /api/folders/"
        ? { status: 200, body: folders }
        : call === "POST /api/folders/"
          ? { status: 201, body: { id: 5, name: "Tabs" } }
          : { status: 201, body: link };
    await send({ place: { name: "Kitchen" } });
    await send({ place: { name: "Tabs" } });
    const saves = heard.filter(({ call }) => call === "POST /api/links/").map(({ body }) => body);
    expect(saves).toEqual([
      { url: URL_OF_RYE, folder_id: 4 },
      { url: URL_OF_RYE, folder_id: 5 },
    ]);
  });

  test("given a note, then it stands below the owner's, and once however often it is sent", async () => {
    answer = () => ({ status: 200, body: link });
    await send({ note: "Look" });
    expect(heard[1]).toMatchObject({ call: "PATCH /api/links/l1", body: { notes: "Mine\n\nLook" } });
    heard.length = 0;
    answer = () => ({ status: 200, body: { ...link, notes: "Mine\n\nLook" } });
    await send({ note: "Look" });
    expect(heard).toHaveLength(1);
  });

  test("given what the server does not take, then the reason is told, and it is not to be sent again", async () => {
    answer = () => ({ status: 422, body: { detail: "Please enter a valid web address." } });
    expect(await send({})).toEqual({ outcome: { kind: "refused", reason: "Please enter a valid web address." } });
  });
});
