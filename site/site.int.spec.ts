import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
let out: string;

beforeAll(async () => {
  out = await tempDir();
  const args = ["eleventy", "--quiet", "--config=site/eleventy.config.mjs", `--output=${out}`];
  execFileSync("npx", args, { cwd: ROOT, stdio: "pipe" });
});

const read = (path: string): string => readFileSync(join(out, path), "utf8");
const pages = (): string[] =>
  (readdirSync(out, { recursive: true }) as string[]).filter((path) => path.endsWith(".html"));

/** The values of an attribute in all elements of some names. */
function valuesIn(html: string, tags: string, attribute: string): string[] {
  const elements = html.matchAll(new RegExp(`<(?:${tags})\\b[^>]*?\\s${attribute}="([^"]*)"`, "g"));
  return [...elements].map(([, value = ""]) => value.replaceAll("&amp;", "&"));
}

describe("the site of the documentation", () => {
  test("has every document as a page, with its title", () => {
    const documents = (readdirSync(join(ROOT, "docs"), { recursive: true }) as string[]).filter((path) =>
      path.endsWith(".md"),
    );
    expect(documents.length).toBeGreaterThan(80);
    for (const path of documents) {
      const page = join(path.replace(/(?:README)?\.md$/, ""), "index.html");
      const heading = /^# (.+)$/m.exec(readFileSync(join(ROOT, "docs", path), "utf8"))?.[1] ?? "no heading";
      const shown = /<h1[^>]*>([^]*?)<\/h1>/.exec(read(page))?.[1]?.replace(/<[^>]+>/g, "");
      expect([page, shown?.replaceAll("&amp;", "&")]).toEqual([page, heading.replaceAll("`", "")]);
    }
    expect(read("index.html")).toContain("private archive for your links");
  });

  test("has no link within it that leads nowhere", () => {
    const broken = pages().flatMap((page) => {
      const html = read(page);
      const targets = [
        ...valuesIn(html, "a|link", "href"),
        ...valuesIn(html, "img|script", "src"),
        ...valuesIn(html, "source", "srcset"),
      ];
      return targets
        .filter((target) => {
          if (/^[a-z]+:/i.test(target)) return false;
          const [path = "", anchor] = target.split("#");
          const file = path === "" ? page : join(path, path.endsWith("/") ? "index.html" : "");
          if (!path.startsWith("/") && path !== "") return true;
          if (!existsSync(join(out, file))) return true;
          return anchor !== undefined && !read(file).includes(`id="${decodeURIComponent(anchor)}"`);
        })
        .map((target) => `${page}: ${target}`);
    });
    expect(broken).toEqual([]);
  });

  test("loads nothing from elsewhere, and runs no script but its own", () => {
    for (const page of pages()) {
      const html = read(page);
      expect(html).toContain("default-src 'none'");
      expect(html.match(/<script(?![^>]*\ssrc="\/)/g)).toBeNull();
      const loaded = [
        ...valuesIn(html, "img|script|iframe", "src"),
        ...valuesIn(html, "source", "srcset"),
        ...valuesIn(html, "link", "href"),
      ];
      expect(loaded.filter((target) => !target.startsWith("/"))).toEqual([]);
    }
  });
});
