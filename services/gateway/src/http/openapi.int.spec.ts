import { expect, test } from "vitest";
import { operations } from "@satchel/contracts";
import { startTestSystem } from "../../test/gateway.ts";

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, unknown>; security: unknown[] }>
  >;
}

const system = await startTestSystem({ services: false });
const document = (await (await fetch(`${system.url}/api/openapi.json`)).json()) as Document;

const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
);

test("the document is OpenAPI 3.1 and tells every operation of the contracts and no other", () => {
  const contracted = operations.map(({ method, path, id }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")} ${id}`);

  expect(document.openapi).toBe("3.1.0");
  expect(documented.sort()).toEqual(contracted.sort());
});

test("each operation tells its answers, the errors that any call can give, and who may call", () => {
  for (const { path, method, access, scope, responses } of operations) {
    const told = document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    expect(Object.keys(told?.responses ?? {})).toEqual(
      expect.arrayContaining([...Object.keys(responses), "4XX", "5XX"]),
    );
    expect(told?.security).toEqual(
      access === "public" ? [] : [{ cookie: [] }, { bearer: [] }, ...(scope === "account" ? [] : [{ token: [scope] }])],
    );
  }
});

test("every operation is served, and a missing session is the first thing that is refused", async () => {
  for (const { path, method, access } of operations) {
    if (access === "public") continue;
    const target = path.replace(":id", "no-id").replace(":host", "example.org");
    const answer = await fetch(system.url + target, { method });
    expect([method, path, answer.status, await answer.json()]).toEqual([
      method,
      path,
      401,
      { detail: "Not authenticated" },
    ]);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("the document declares the real content type of an export", () => {
  const told = document.paths["/api/exports/{format}"]?.["get"]?.responses["200"] as { content: object } | undefined;
  expect(Object.keys(told?.content ?? {})).toEqual(["text/html", "text/csv", "application/json"]);
});
