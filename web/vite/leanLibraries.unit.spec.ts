import { expect, test } from "vitest";
import { iconFiles, withDirectIcons, withLooseComponents, withoutKeys } from "./leanLibraries.ts";

const files = iconFiles(
  "export { default as Star, default as StarIcon } from './icons/star.mjs';\nexport { default as Link } from './icons/link.mjs';",
);

test("an icon is taken from the file it is in, by whatever name", () => {
  expect(withDirectIcons('import { StarIcon, Link as LinkSign } from "lucide-react";', files, "/lib")).toBe(
    'import StarIcon from "/lib/icons/star.mjs";import LinkSign from "/lib/icons/link.mjs";',
  );
});

test("a statement with something that is no icon stays as it is", () => {
  const code = 'import { type LucideIcon, Star } from "lucide-react";';
  expect(withDirectIcons(code, files, "/lib")).toBe(code);
});

test("a component is made by a pure call, and has no name for tools", () => {
  expect(
    withLooseComponents('var Link = React10.forwardRef(\n  f\n);\nLink.displayName = "Link";\nvar a = b.c(d);'),
  ).toBe("var Link = /* @__PURE__ */ React10.forwardRef(\n  f\n);\n\nvar a = b.c(d);");
});

test("an icon keeps its lines, without keys", () => {
  const code = 'node: [["path", { d: "M2 9", key: "fm4g5t" }], ["path", { d: "M2 13", fill: "key", key: "pgb2dq" }]]';
  expect(withoutKeys(code)).toBe('node: [["path", { d: "M2 9" }], ["path", { d: "M2 13", fill: "key" }]]');
});
