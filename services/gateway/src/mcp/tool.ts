import type { Client } from "@satchel/client";
import type { TokenScope } from "@satchel/contracts";
import type { Static, TObject } from "typebox";

/** What a tool answers. */
export interface ToolAnswer {
  /** A sentence of ours. */
  readonly note?: string;
  /** What is in the archive: texts of pages, and of its owner. */
  readonly content?: string;
}

/** What a tool does to the archive, as a client may show it before it asks its user (MCP, tool annotations). */
interface Hints {
  readonly readOnlyHint: boolean;
  /** Whether it replaces or removes something, instead of only adding. */
  readonly destructiveHint: boolean;
  /** Whether the same call again changes nothing further. */
  readonly idempotentHint: boolean;
  /** Whether it reaches beyond the archive. */
  readonly openWorldHint: boolean;
}

/** A tool for assistants: one or more calls of the API. */
export interface Tool<Input extends TObject = TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What a token needs to see it and to call it. The calls of the API ask for the same themselves. */
  readonly scope: TokenScope;
  readonly hints: Hints;
  readonly input: Input;
  /** @throws {ApiError} */
  readonly call: (archive: Client, input: Static<Input>) => Promise<ToolAnswer>;
}

/** Types the input of a tool by its schema. The caller of `call` has to have checked it. */
export const defineTool = <Input extends TObject>(tool: Tool<Input>): Tool => tool as unknown as Tool;

const NOTHING_ELSE: Hints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const READS: Hints = { ...NOTHING_ELSE, readOnlyHint: true };
export const ADDS: Hints = NOTHING_ELSE;
export const REPLACES: Hints = { ...NOTHING_ELSE, destructiveHint: true };
