import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem({ services: false });

test("the calls of the API can be read in the page, whose scripts and styles are this server's files", async () => {
  const page = await fetch(`${system.url}/api/docs/`);
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => new URL(file ?? "", page.url));

  expect(page.status).toBe(200);
  const policy = page.headers.get("content-security-policy")?.split(/; ?/);
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]));
  expect(html).not.toMatch(/<script(?![^>]* src=)|\son\w+=/);
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    expect(file.origin).toBe(system.url);
    expect([file.pathname, (await fetch(file)).status]).toEqual([file.pathname, 200]);
  }
});

test("no address chooses another document or other settings: the query is not read", async () => {
  const files = await fetch(`${system.url}/api/docs/?url=https://other.example/&configUrl=https://other.example/`);
  expect(await files.text()).not.toContain("other.example");
  const settings = await (await fetch(`${system.url}/api/docs/static/swagger-initializer.js`)).text();
  expect(settings).toContain("SwaggerUIBundle(");
  expect(settings).not.toMatch(/queryConfigEnabled"?\s*:\s*true|location\.search|URLSearchParams|configUrl/);
});

test("its document is that of the API", async () => {
  const [shown, document] = await Promise.all(
    ["docs/json", "openapi.json"].map((path) => fetch(`${system.url}/api/${path}`)),
  );

  expect(await shown?.json()).toEqual(await document?.json());
});
