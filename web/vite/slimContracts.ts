import type { Plugin } from "vite";
import { texts } from "../../contracts/src/texts.ts";

/** What the page takes of a call: how it is sent. What its bodies look like, the server checks. */
const TAKEN = new Set(["id", "method", "path", "consumes", "produces"]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Property extends Node {
  readonly key?: { readonly name?: string };
}
interface CallNode extends Node {
  readonly callee: { readonly name?: string };
  readonly arguments: readonly (Node & { readonly properties?: readonly Property[] })[];
}

/** All nodes below one, itself included. */
function* nodesIn(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const each of node) yield* nodesIn(each);
  else if (typeof node === "object" && node !== null) {
    if ("type" in node) yield node as Node;
    for (const child of Object.values(node)) yield* nodesIn(child);
  }
}

/** The module without the schemas and words in its `defineOperation({ … })`; schemas that nothing else uses fall away then. */
export function slim(code: string, program: unknown): string {
  const calls = [...nodesIn(program)].filter(
    (node): node is CallNode => node.type === "CallExpression" && (node as CallNode).callee.name === "defineOperation",
  );
  let slimmed = code;
  // From the end on, so that what is before stays where it is.
  for (const {
    arguments: [operation],
  } of calls.toSorted((a, b) => b.start - a.start)) {
    if (operation?.properties === undefined) continue;
    const kept = operation.properties.filter(({ key }) => key?.name === undefined || TAKEN.has(key.name));
    const text = kept.map(({ start, end }) => code.slice(start, end)).join(", ");
    slimmed = `${slimmed.slice(0, operation.start)}{ ${text} }${slimmed.slice(operation.end)}`;
  }
  return slimmed;
}

const IMPORTS_TEXTS = /import\s*\{[^}]*\btexts\b[^}]*\}\s*from\s*"@satchel\/contracts"/;

/** A module with the texts of the error catalogue in the places where it names them, so that it needs none of the others. */
export function withTexts(code: string): string {
  if (!IMPORTS_TEXTS.test(code)) return code;
  return code.replace(/(?<![\w.])texts((?:\.\w+)+)/g, (name: string, path: string) => {
    let text: unknown = texts;
    for (const key of path.slice(1).split(".")) text = (text as Readonly<Record<string, unknown>> | undefined)?.[key];
    return typeof text === "string" ? JSON.stringify(text) : name;
  });
}

/** Leaves out of the built page what it never reads of the contracts: some 7 kB (gzip) of every first visit. */
export function slimContracts(): Plugin[] {
  return [
    {
      name: "satchel:slim-contracts",
      apply: "build",
      transform: {
        filter: { id: /\/contracts\/src\/http\/[^/]+\.ts$/, code: "defineOperation(" },
        handler(code) {
          return { code: slim(code, this.parse(code)), map: null };
        },
      },
    },
    {
      name: "satchel:texts-in-place",
      apply: "build",
      transform: { filter: { id: /\/web\/src\/.*\.tsx?$/, code: "texts." }, handler: (code) => withTexts(code) },
    },
  ];
}
