import { readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path/posix";
import { IdAttributePlugin } from "@11ty/eleventy";

/** Pages beside those in `docs/`: where they are in the repository, and in the site. */
const BESIDE = {
  "README.md": "index.md",
  "CHANGELOG.md": "changelog.md",
  "extension/README.md": "extension.md",
  "bench/README.md": "bench.md",
};

/** The groups of the menu, by the folder in `docs/`. */
const GROUPS = [
  ["", "Satchel"],
  ["operations", "Running it"],
  ["api", "For programs"],
  ["decisions", "Decisions"],
];

/** The address of a page of the site, from its path in the repository; undefined for what is none. */
function addressOf(path) {
  const page =
    BESIDE[path] ?? (path.startsWith("docs/") && path.endsWith(".md") ? path.slice("docs/".length) : undefined);
  return page === undefined ? undefined : `/${page.replace(/(?:README|index)?\.md$/, "")}/`.replaceAll("//", "/");
}

/** The path in the repository of the file that a page is made of. */
const sourceOf = (inputPath) => {
  const path = normalize(inputPath);
  const beside = Object.entries(BESIDE).find(([, page]) => `docs/${page}` === path);
  return beside?.[0] ?? path;
};

/** The title of a page: its first heading. */
const titleOf = (markdown) => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll("`", "") ?? "Satchel";

/** As the anchors in the documents are written: GitHub's. */
const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replace(/\s/g, "-");

/**
 * Makes the links of the documents work in the site: those to other documents lead to their pages, pictures are where they are
 * in the site, and the name of a source file stays without a link.
 */
const linksOf = (context) => (tree) => {
  const source = sourceOf(context.page.inputPath);
  const inside = (link) => !/^(?:[a-z]+:|\/|#)/i.test(link);
  tree.match([{ tag: "a" }, { tag: "img" }, { tag: "source" }], (node) => {
    for (const name of ["href", "src", "srcset"]) {
      const link = node.attrs?.[name];
      if (link === undefined || link === "" || !inside(link)) continue;
      const [path, anchor] = link.split("#");
      const target = join(dirname(source), path);
      const address = target.startsWith("docs/pictures/")
        ? target.slice("docs".length)
        : (addressOf(target) ?? addressOf(`${target}/README.md`));
      if (address !== undefined) node.attrs[name] = anchor === undefined ? address : `${address}#${anchor}`;
      else {
        node.tag = "span";
        delete node.attrs[name];
      }
    }
    return node;
  });
  return tree;
};

export default function (config) {
  config.addPlugin(IdAttributePlugin, { slugify: anchorOf });
  config.htmlTransformer.addPosthtmlPlugin("html", linksOf, { name: "links of documents" });
  config.setLayoutsDirectory("../site/layouts");
  config.addGlobalData("layout", "page.liquid");
  config.addGlobalData("eleventyComputed", {
    title: ({ page }) => titleOf(readFileSync(sourceOf(page.inputPath), "utf8")),
    permalink: ({ page }) => `${addressOf(sourceOf(page.inputPath))}index.html`,
  });
  for (const [path, page] of Object.entries(BESIDE)) config.addTemplate(page, readFileSync(path, "utf8"));
  config.addPassthroughCopy("docs/pictures");
  config.addPassthroughCopy({
    "site/site.css": "site.css",
    "site/search.js": "search.js",
    "web/src/styles/tokens.css": "tokens.css",
    "web/public/favicon.svg": "favicon.svg",
  });
  for (const font of ["inter", "fraunces"]) {
    config.addPassthroughCopy({
      [`node_modules/@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`]: `${font}.woff2`,
    });
  }
  config.addFilter("groups", (pages) =>
    GROUPS.map(([folder, name]) => ({
      name,
      pages: pages
        .filter(
          ({ inputPath }) =>
            relative("docs", dirname(normalize(inputPath))) === folder &&
            (folder !== "decisions" || inputPath.endsWith("README.md")),
        )
        .map(({ url, data }) => ({ url, title: url === "/" ? "What it is" : data.title }))
        .sort(
          (one, other) => Number(other.url === "/") - Number(one.url === "/") || one.title.localeCompare(other.title),
        ),
    })),
  );
  return { markdownTemplateEngine: false, dir: { input: "docs", output: "site/dist" } };
}
