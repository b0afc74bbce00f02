import { expect, test } from "vitest";
import { operations } from "@satchel/contracts";
import { Value } from "typebox/value";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();

test("what is really answered is what the contract says, for every operation that answers JSON", async () => {
  const { call, cookie } = await system.signIn("anna@satchel.example");
  const seen = new Set<string>();

  /** Makes a call and holds its answer against the contract's schema for that status. */
  const checked = async <T>(
    id: string,
    target: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<T> => {
    const operation = operations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`no operation is called ${id}`);
    const answer =
      Object.keys(more).length === 0
        ? await call(operation.method, target, body)
        : await fetch(system.url + target, { method: operation.method, headers: more });
    const text = await answer.text();
    const value: unknown = text === "" ? null : JSON.parse(text);
    const schema = operation.responses[answer.status];
    expect([id, answer.status, text, schema === undefined ? "undocumented" : Value.Errors(schema, value)]).toEqual([
      id,
      answer.status,
      text,
      [],
    ]);
    seen.add(id);
    return value as T;
  };

  const link = await checked<{ id: string }>("createLink", "/api/links/", { url: "https://example.org/a" });
  const folder = await checked<{ id: number }>("createFolder", "/api/folders/", { name: "One" });
  await checked("createFolder", "/api/folders/", { name: "Two", parent_folder_id: folder.id });
  await checked("createFolder", "/api/folders/", { name: "One" });
  await checked("createLink", "/api/links/", { url: "https://example.org/a", folder_id: folder.id });
  await checked("changeLink", `/api/links/${link.id}`, { is_favorite: true, tags: ["x"] });
  await checked("visitLink", `/api/links/${link.id}/visit`, {});
  await checked("listLinks", "/api/links/");
  await checked("countLinks", "/api/links/count");
  await checked("listFolders", "/api/folders/");
  await checked("deleteLink", `/api/links/${link.id}`);
  await checked("changeLink", `/api/links/${link.id}`, { is_favorite: true });
  await checked("getStatus", "/api/users/me/status");
  await checked("getUser", "/api/users/me");
  await checked("getConfig", "/api/config");
  await checked("getHealth", "/api/health");
  await checked("register", "/api/auth/register", { email: "anna@satchel.example" });
  await checked("resendCode", "/api/auth/resend-code", { email: "anna@satchel.example" });
  await checked("verifyEmail", "/api/auth/verify-email", { email: "anna@satchel.example", code: "no" });
  await checked("verifyEmail", "/api/auth/verify-email", {
    email: "bert@satchel.example",
    code: await system.codeFor("bert@satchel.example"),
  });
  await checked("refreshToken", "/api/auth/refresh-token", undefined, { cookie, "sec-fetch-site": "same-origin" });
  await checked("logout", "/api/auth/logout");

  const json = operations.filter(({ produces }) => produces === undefined).map(({ id }) => id);
  expect([...seen].sort()).toEqual(json.sort());
});
