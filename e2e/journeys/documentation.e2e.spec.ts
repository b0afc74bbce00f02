import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { startHttpServer } from "@satchel/testing";
import { expect, test } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { inProof } from "../support/proof.ts";

const ROOT = join(import.meta.dirname, "../..");
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

test(
  "the site of the documentation is searched by keyboard, and nothing of it comes from elsewhere",
  inProof,
  async ({ page }) => {
    execFileSync("npm", ["run", "--silent", "docs"], { cwd: ROOT, stdio: "pipe" });
    const server = await startHttpServer(({ url = "/" }, response) => {
      const { pathname } = new URL(url, "http://site.invalid");
      const file = join(ROOT, "site/dist", pathname.endsWith("/") ? `${pathname}index.html` : pathname);
      readFile(file).then(
        (content) =>
          response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(content),
        () => response.writeHead(404).end(),
      );
    });
    const faults: string[] = [];
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    page.on("request", (request) => request.url().startsWith(server.url) || faults.push(request.url()));

    await page.goto(server.url);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await page.keyboard.press("/");
    await page.keyboard.type("dkim");
    const found = page.getByRole("region", { name: "Pages that were found" });
    await expect(found.getByRole("link").first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Satchel");
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Running the mail server" })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Running the mail server");
    expect(faults).toEqual([]);
    server.close();
  },
);
