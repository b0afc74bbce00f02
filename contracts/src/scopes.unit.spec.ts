import { expect, test } from "vitest";
import { operations } from "./http/index.ts";
import { TOKEN_SCOPES } from "./scopes.ts";

const withScope = (scope: string): string[] =>
  operations.filter((operation) => operation.scope === scope).map(({ method, path }) => `${method} ${path}`);

test("given all calls, then what an API token may do is the archive alone", () => {
  const places = TOKEN_SCOPES.flatMap(withScope).map((call) => call.split("/")[2]);
  expect([...new Set(places)].sort()).toEqual([
    "captures",
    "epub",
    "events",
    "exports",
    "folders",
    "highlights",
    "imports",
    "links",
    "tags",
  ]);
});

test("given all calls, then none that needs a session is free to API tokens, and no public one gives them the archive", () => {
  for (const { id, access, scope } of operations) {
    expect([id, access === "public" ? ["account", "none"] : ["account", ...TOKEN_SCOPES]]).toEqual([
      id,
      expect.arrayContaining([scope]),
    ]);
  }
});

test("given a call that changes something, then reading is not enough for it; given one that does not, then it is", () => {
  for (const { id, method, scope } of operations) {
    if (scope === "read") expect([id, method]).toEqual([id, "GET"]);
    if (scope === "add" || scope === "change") expect([id, method]).not.toEqual([id, "GET"]);
  }
});

test("given all calls, then these save, and everything else that changes the archive needs more than that", () => {
  expect(withScope("add")).toEqual([
    "POST /api/links/",
    "POST /api/folders/",
    "POST /api/links/files",
    "POST /api/imports",
    "POST /api/links/:id/highlights",
  ]);
  expect(withScope("none")).toEqual([
    "GET /api/users/me/status",
    "GET /api/health",
    "GET /api/config",
    "POST /api/digests/stop",
  ]);
});
