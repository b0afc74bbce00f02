import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { tempDir } from "@satchel/testing";
import { startTestSystem } from "../../test/gateway.ts";

const root = await tempDir();
await mkdir(join(root, "assets"));
await writeFile(join(root, "index.html"), "<!doctype html><title>Satchel</title>");
await writeFile(join(root, "assets", "index-3f2a.js"), "export {};");
const packed = brotliCompressSync("export const packed = 1;");
await writeFile(join(root, "assets", "index-3f2a.js.br"), packed);
await writeFile(join(root, "manifest.webmanifest"), "{}");
await writeFile(join(root, "sw.js"), "self.skipWaiting();");
await writeFile(join(root, ".env"), "SECRET=1");
const { url } = await startTestSystem({ services: false, env: { WEB_ROOT: `${root}/` } });

const get = (path: string, accept = "text/html,application/xhtml+xml,*/*;q=0.8"): Promise<Response> =>
  fetch(url + path, { headers: { accept } });

test("every address that a browser navigates to is the page, which is revalidated each time", async () => {
  for (const path of ["/", "/links", "/reset-password?email=a%40b.example", "/privacy", "/some/deep/route"]) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"]);
    expect(await answer.text()).toContain("<title>Satchel</title>");
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
  }
});

test("given a share that no service worker took, when it has a link, then it leads there, and files are asked for once more", async () => {
  const share = async (fields: Record<string, string | File>): Promise<string | null> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const answer = await fetch(`${url}/share`, { method: "POST", body, redirect: "manual" });
    expect(answer.status).toBe(303);
    return answer.headers.get("location");
  };
  const text = "Über Brot: https://bakery.example/?a=1&b=2";
  const picture = new File([new Uint8Array(100_000)], "a.png", { type: "image/png" });

  expect(await share({ title: "Rye & wheat", text, url: "" })).toBe(
    `/share?${new URLSearchParams({ title: "Rye & wheat", text })}`,
  );
  expect(await share({ title: "", files: picture })).toBe("/share?files");
  const broken = { method: "POST", body: "--x\r\nno part", redirect: "manual" } as const;
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x", "application/json", "text/plain"]) {
    const answer = await fetch(`${url}/share`, { ...broken, headers: { "content-type": type } });
    expect([type, answer.status, answer.headers.get("location")]).toEqual([type, 303, "/share?files"]);
  }
});

test("given an address that no file has, when a browser opens it, then Node warns of nothing", async () => {
  const warnings: string[] = [];
  const note = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);
  process.on("warning", note);
  for (const path of ["/account", "/some/deep/route"]) expect((await get(path)).status).toBe(200);
  // Node emits warnings behind what is under way.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

test("given a build with documents for an address and a language, then the one that a browser asks for comes", async () => {
  const made = await tempDir();
  const body = "<p>{{save_address}}</p><p>{{support_address}}</p>";
  for (const name of ["index", "landing.en", "landing.de", "archive.en", "archive.de"])
    await writeFile(join(made, `${name}.html`), `<!doctype html><head><title>${name}</title></head>${body}`);
  const addresses = { SAVE_ADDRESS: "save&keep@satchel.example", SUPPORT_ADDRESS: "help@satchel.example" };
  const server = await startTestSystem({ services: false, env: { WEB_ROOT: made, ...addresses } });
  const ask = (path: string, more: Record<string, string> = {}): Promise<Response> =>
    fetch(server.url + path, { headers: { accept: "text/html", ...more } });
  const titleOf = async (path: string, language = "", encoding = "identity"): Promise<string | undefined> => {
    const answer = await ask(path, { "accept-language": language, "accept-encoding": encoding });
    expect([path, answer.status, answer.headers.get("cache-control")]).toEqual([path, 200, "no-cache"]);
    if (path !== "/privacy") expect(answer.headers.get("vary")).toBe("accept-language, accept-encoding");
    expect(answer.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
    return /<title>(.*)<\/title>/.exec(await answer.text())?.[1];
  };

  expect(await titleOf("/")).toBe("landing.en");
  expect(await titleOf("/?from=mail", "de-AT,de;q=0.9,en;q=0.5")).toBe("landing.de");
  for (const encoding of ["br", "gzip"]) expect(await titleOf("/", "de", encoding)).toBe("landing.de");
  expect(await titleOf("/links?folder=3", "fr,en;q=0.5")).toBe("archive.en");
  expect(await titleOf("/privacy", "de")).toBe("index");

  // What the page would ask for first is in it, as the server answers it.
  const document = await ask("/");
  const html = await document.text();
  expect(html).toContain("<p>save&amp;keep@satchel.example</p><p>help@satchel.example</p>");
  const said = /<meta name="satchel:config" content="([^"]*)">/.exec(html)?.[1] ?? "";
  const told = await (await fetch(`${server.url}/api/config`)).json();
  expect(JSON.parse(said.replaceAll("&quot;", '"').replaceAll("&amp;", "&"))).toEqual(told);
  expect((await ask("/", { "if-none-match": document.headers.get("etag") ?? "" })).status).toBe(304);
});

test("assets never expire, other files are revalidated", async () => {
  const asset = await get("/assets/index-3f2a.js", "*/*");
  expect([asset.status, asset.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
  expect((await get("/sw.js", "*/*")).headers.get("cache-control")).toBe("no-cache");
});

test("given a browser that unpacks, then a file comes packed where it lies so, with the same headers", async () => {
  const ask = (path: string, encodings: string): Promise<Response> =>
    fetch(url + path, { headers: { "accept-encoding": encodings } });
  const answer = await ask("/assets/index-3f2a.js", "gzip, deflate, br");
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("vary")).toBe("accept-encoding");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("content-type")).toContain("javascript");
  expect(await answer.text()).toBe("export const packed = 1;");
  for (const [path, encodings] of [
    ["/assets/index-3f2a.js", "identity"],
    ["/sw.js", "br, gzip"],
    ["/", "br, gzip"],
  ] as const) {
    const plain = await ask(path, encodings);
    expect([path, plain.status, plain.headers.get("content-encoding")]).toEqual([path, 200, null]);
  }
});

test("the manifest of the installed page has its own media type", async () => {
  expect((await get("/manifest.webmanifest", "*/*")).headers.get("content-type")).toContain(
    "application/manifest+json",
  );
});

test("a missing asset, an unknown call and a hidden file are not the page", async () => {
  expect((await get("/assets/index-0000.js", "*/*")).status).toBe(404);
  for (const path of ["/api", "/api/", "/api/nowhere", "/api?x"])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  expect(await (await get("/.env", "*/*")).text()).not.toContain("SECRET");
  expect((await fetch(`${url}/links`, { method: "POST", headers: { accept: "text/html" } })).status).toBe(404);
});

test("given the page was taken away, then its addresses are 404 and not an endless search", async () => {
  const other = await tempDir();
  const server = await startTestSystem({ services: false, env: { WEB_ROOT: other } });
  const ask = (): Promise<Response> => fetch(`${server.url}/links`, { headers: { accept: "text/html" } });
  expect((await ask()).status).toBe(404);

  await writeFile(join(other, "index.html"), "<!doctype html>");
  expect((await ask()).status).toBe(200);
  await rm(join(other, "index.html"));

  expect((await ask()).status).toBe(404);
});
