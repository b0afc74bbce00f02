import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import {
  API_SERVER,
  argumentsOf,
  concernedBy,
  CONCERNS,
  NODE,
  NOT_RUN,
  PROOFS,
  provenCode,
  provenLine,
} from "./proofs.mjs";

test("every proof can be run by itself", () => {
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(PROOFS.map((name) => `prove:${name}`)));
});

test("what could not be run is not counted as proved", () => {
  const [api, texts, scaling] = [
    { name: "api", code: NOT_RUN },
    { name: "texts", code: 0 },
    { name: "scaling", code: 143 },
  ];
  expect(provenLine([texts])).toBe("holds: texts");
  expect(provenLine([api, texts, scaling])).toBe("holds: texts; does not hold: scaling; not run: api");
  expect([[texts], [api, texts], [api, texts, scaling]].map(provenCode)).toEqual([0, NOT_RUN, 1]);
});

test.each([
  [["deploy/kubernetes/base/nats.yaml", "README.md"], ["kubernetes"]],
  [["services/chassis/src/bus/connect.ts"], ["durability"]],
  [["services/standalone/src/main.ts"], ["kubernetes", "durability"]],
  // A longer name that begins in the same way is another folder.
  [["testing-notes/a.md", "docs/web.md"], []],
  [["web/src/app/routes.ts"], ["journeys"]],
])("given changes of %j, then %j are run", (files, names) => {
  expect(concernedBy(files)).toEqual(names);
});

test("after a change no Kubernetes is built", () => {
  expect([argumentsOf("kubernetes", true), argumentsOf("kubernetes", false)]).toEqual([[], [API_SERVER]]);
  expect(argumentsOf("texts", false)).toEqual([]);
});

test("a node of Kubernetes is started by hand alone", () => {
  expect(
    PROOFS.flatMap((name) => [true, false].flatMap((isForChange) => argumentsOf(name, isForChange))),
  ).not.toContain(NODE);
});

test("every file and folder that a proof is about is there", () => {
  const paths = [...new Set(Object.values(CONCERNS).flat())];
  expect(paths.filter((path) => !existsSync(join(import.meta.dirname, "../..", path)))).toEqual([]);
});
