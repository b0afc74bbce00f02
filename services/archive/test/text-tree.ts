import type { TextTree } from "@satchel/contracts/highlights";
import { parseHTML } from "linkedom";

/** The body of a page as a browser's document has it. */
export const textTreeOf = (html: string): TextTree =>
  parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body as unknown as TextTree;
