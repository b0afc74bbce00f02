import { randomUUID } from "node:crypto";
import type { Page, Request } from "@playwright/test";
import { addresses } from "../support/environment.ts";
import { startForeignSite } from "../support/foreign-site.ts";
import { forge, type ForgedCall } from "../support/forgery.ts";
import { codesMailedTo } from "../support/mail.ts";
import { expect, test } from "../support/test.ts";

/** Every call of the API that may change something. */
interface UnsafeCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

const PASSWORD = "correct horse";

/** Calls the API as Satchel's own page does. */
const own = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async (call) => {
      const init = { method: call.method, headers: { "content-type": "application/json" } };
      const answer = await fetch(
        call.path,
        call.body === undefined ? { method: call.method } : { ...init, body: call.body },
      );
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
    },
    { method, path, body: body === undefined ? undefined : JSON.stringify(body) },
  );

async function unsafeCalls(page: Page): Promise<UnsafeCall[]> {
  const { body } = await own(page, "GET", "/api/openapi.json");
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => !["get", "head"].includes(method))
      .map(([method, { operationId: id }]) => ({ id, method: method.toUpperCase(), path })),
  );
}

/** Everything about the account, and the browser's cookies: what must not change. */
async function everything(page: Page): Promise<unknown> {
  const { status, body } = await own(page, "GET", "/api/users/me/export");
  expect(status).toBe(200);
  const cookies = await page.context().cookies();
  return { body, cookies: cookies.map(({ name, value }) => `${name}=${value}`).sort() };
}

test("no page of another site or port changes anything in the name of who visits it, and Satchel's own page still can", async ({
  page,
  person,
  email,
}) => {
  const { url } = addresses();
  const link = await person.saves("A page to keep");
  const links = (await own(page, "GET", "/api/links/")).body as { id: string; tags: string[] }[];
  const folder = (await own(page, "POST", "/api/folders/", { name: "Mine" })).body as { id: number };
  await own(page, "POST", "/api/auth/set-password", { new_password: PASSWORD });
  const sessions = (await own(page, "GET", "/api/users/me/sessions")).body as { sessions: { id: string }[] };
  await expect(link.getByText("A page to keep").first()).toBeVisible();

  const linkId = links[0]?.id;
  const target = `victim-${randomUUID().slice(0, 8)}@post.example`;
  const bodies: Record<string, Record<string, unknown>> = {
    register: { email: target },
    resendCode: { email: target },
    requestPasswordReset: { email },
    login: { username: email, password: PASSWORD },
    changePassword: { old_password: PASSWORD, new_password: "battery staple" },
    removePassword: { old_password: PASSWORD },
    setPassword: { new_password: "battery staple" },
    addSenderEmail: { email: target },
    deleteSenderEmail: { email },
    createConnection: { challenge: "a".repeat(43), client: "chrome" },
    createLink: { url: "https://example.org/forged" },
    changeLink: { is_favorite: true },
    createFolder: { name: "Forged" },
    changeFolder: { name: "Forged" },
    reorderFolder: { folder_id: folder.id, new_order_index: 0, parent_folder_id: null },
    changeLinks: { ids: [linkId], is_favorite: true },
  };
  const ids: Record<string, string | number | undefined> = {
    links: linkId,
    folders: folder.id,
    users: sessions.sessions[0]?.id,
  };
  const unsafe = await unsafeCalls(page);
  expect(unsafe.length).toBeGreaterThan(15);
  const calls: ForgedCall[] = unsafe.map(({ id, method, path }) => ({
    method,
    url:
      url +
      path
        .replace(/\{\w+\}/, String(ids[path.split("/")[2] ?? ""] ?? randomUUID()))
        .replaceAll(/\{\w+\}/g, () => randomUUID()),
    fields: bodies[id] ?? {},
  }));
  // What Satchel does by itself is done by then.
  await expect(async () => {
    const { body } = await own(page, "GET", `/api/links/${linkId}/copies`);
    expect((body as { copies: unknown[] }).copies).toHaveLength(1);
    const { body: shown } = await own(page, "GET", `/api/links/${linkId}`);
    expect((shown as { preview_image_url: string | null }).preview_image_url).not.toBeNull();
  }).toPass();
  const before = await everything(page);
  const mails = (await codesMailedTo(email)).length;

  const site = await startForeignSite();
  let withCookies = 0;
  try {
    for (const foreign of [site.neighbour, site.stranger]) {
      const attacker = await page.context().newPage();
      let sent = 0;
      const isForged = (request: Request) => request.method() !== "GET" && request.url().startsWith(url);
      attacker.on("request", (request) => {
        if (!isForged(request)) return;
        sent++;
        // Counted as they come: of some that the browser gives up itself, the headers are never told.
        const count = (headers: Record<string, string>) => {
          if (headers["cookie"]?.includes("satchel_access=")) withCookies++;
        };
        request.allHeaders().then(count, () => undefined);
      });
      await attacker.goto(foreign);
      await attacker.evaluate(forge, calls);
      expect(sent).toBeGreaterThan(calls.length * 10);
      // A form that takes the visitor along: the whole page goes where it is sent.
      for (const { url: action, fields } of calls.filter(({ method }) => method === "POST")) {
        await attacker.goto(foreign);
        const answer = attacker.waitForResponse((response) => response.url() === action);
        await attacker.evaluate(
          ({ to, values }) => {
            const form = Object.assign(document.createElement("form"), { action: to, method: "post" });
            for (const [name, value] of Object.entries(values)) {
              form.append(Object.assign(document.createElement("input"), { name, value: String(value) }));
            }
            document.body.append(form);
            form.submit();
          },
          { to: action, values: fields },
        );
        expect((await answer).status()).toBeGreaterThanOrEqual(400);
        await attacker.waitForURL(action);
      }
      await attacker.close();
    }
  } finally {
    site.close();
  }

  // The neighbour is the same site to a browser: its forgeries did carry the session, and were turned away all the same.
  await expect.poll(() => withCookies).toBeGreaterThan(0);
  expect(await everything(page)).toEqual(before);
  expect(await codesMailedTo(target)).toEqual([]);
  expect(await codesMailedTo(email)).toHaveLength(mails);

  await link.hover();
  await link.getByRole("button", { name: "Favorite" }).click();
  await expect(link.getByRole("img", { name: "Favorite" })).toBeVisible();
  expect((await own(page, "POST", "/api/links/", { url: "https://example.org/own" })).status).toBe(201);
  expect((await own(page, "DELETE", "/api/users/me/password", { old_password: PASSWORD })).status).toBe(204);
});
