import { expect, test } from "vitest";
import { parseSync } from "vite";
import { slim, withTexts } from "./slimContracts.ts";

const slimmed = (code: string): string => slim(code, parseSync("contract.ts", code).program);

test("of a call stays how it is sent, and what its bodies look like goes", () => {
  const code = `
export const Body = Type.Object({ summary: Type.String() });
export const save = defineOperation({
  id: "save",
  method: "POST",
  path: "/api/save",
  summary: "Keep, it",
  access: "verified",
  body: Type.Object({ id: Type.String(), path: other({ id: 1 }) }),
  consumes: "text/plain",
  responses: { 200: Body },
});
export const load = defineOperation({ id: "load", method: "GET", path: "/api/load", responses: { 200: Body } });
`;
  const operations: unknown[] = [];
  const schema: unknown = new Proxy(() => ({}), { get: () => () => ({}) });
  const run = slimmed(code).replaceAll("export const", "var");
  // oxlint-disable-next-line typescript/no-implied-eval -- the module, as it is built
  new Function("Type", "defineOperation", "other", run)(
    schema,
    (operation: unknown) => operations.push(operation),
    () => 1,
  );
  expect(operations).toEqual([
    { id: "save", method: "POST", path: "/api/save", consumes: "text/plain" },
    { id: "load", method: "GET", path: "/api/load" },
  ]);
});

test("what is no call stays as it is", () => {
  const code = "export const a = define({ body: 1 }); // defineOperation({ body: 1 })\n";
  expect(slimmed(code)).toBe(code);
});

test("a text of the error catalogue stands where it is named, in modules that take it from the contracts", () => {
  const from = 'import { type Link, texts } from "@satchel/contracts";\n';
  expect(withTexts(`${from}say(texts.tags.name, my.texts.tags.name, texts.tags, texts.nothing.at);`)).toBe(
    `${from}say("Tag must not be empty", my.texts.tags.name, texts.tags, texts.nothing.at);`,
  );
  const other = 'import { texts } from "./texts.en.ts";\nsay(texts.tags.name);';
  expect(withTexts(other)).toBe(other);
});
