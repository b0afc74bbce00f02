import { importTexts } from "@satchel/contracts";
import { ENTRY_CHARS } from "../limits.ts";
import { UnreadableFile } from "./entry.ts";

/** What to do with a value: descend into it, take it as a whole, or skip it. */
export type Choice = "enter" | "take" | "skip";

/** The path of a value: names of properties, and `*` for elements of arrays. */
export type JsonPath = readonly string[];

export interface JsonValue {
  readonly path: JsonPath;
  /** Undefined where the value is longer than {@link ENTRY_CHARS}. */
  readonly value: unknown;
}

const OPEN = new Set(["{", "["]);

/**
 * Parses JSON (RFC 8259) chunk by chunk and yields the selected values. Every character is read once and nothing recurses,
 * so the time grows with the file only, not with its depth; only a selected value is buffered, up to {@link ENTRY_CHARS}.
 * @throws {UnreadableFile} when the parsed part is not JSON, or the file ends too early
 */
export async function* jsonValues(
  text: AsyncIterable<string>,
  choose: (path: JsonPath, isContainer: boolean) => Choice,
): AsyncGenerator<JsonValue> {
  const walker = new Walker(choose);
  for await (const piece of text) yield* walker.read(piece);
  if (!walker.isDone()) throw new UnreadableFile(importTexts.cutOff);
}

type State = "value" | "key" | "colon" | "next" | "end";

class Walker {
  readonly #choose: (path: JsonPath, isContainer: boolean) => Choice;
  readonly #entered: ("object" | "array")[] = [];
  readonly #path: string[] = [];
  #state: State = "value";
  /** Whether a container was just entered, so that `]` or `}` may follow. */
  #first = false;
  #key: Capture | undefined;
  #value: Capture | undefined;

  constructor(choose: (path: JsonPath, isContainer: boolean) => Choice) {
    this.#choose = choose;
  }

  isDone(): boolean {
    // A number has no end of its own; no format begins with one.
    return this.#state === "end" && this.#value === undefined;
  }

  *read(piece: string): Generator<JsonValue> {
    for (let at = 0; at < piece.length; ) {
      if (this.#value !== undefined) {
        const end = this.#value.take(piece, at);
        if (end === undefined) return;
        const { isTaken } = this.#value;
        const value = isTaken ? this.#value.parse() : undefined;
        if (isTaken) yield { path: [...this.#path], value };
        this.#value = undefined;
        this.#after();
        at = end;
      } else if (this.#key !== undefined) {
        const end = this.#key.take(piece, at);
        if (end === undefined) return;
        this.#path.push(String(this.#key.parse()));
        this.#key = undefined;
        this.#state = "colon";
        at = end;
      } else {
        this.#step(piece[at] as string);
        // A key or value that begins here takes this character itself.
        if (this.#value === undefined && this.#key === undefined) at++;
      }
    }
  }

  #step(char: string): void {
    if (char === " " || char === "\n" || char === "\r" || char === "\t") return;
    const inside = this.#entered.at(-1);
    if (this.#state === "next" && char === "," && inside !== undefined) {
      this.#first = false;
      this.#expect(inside);
    } else if ((this.#state === "next" || this.#first) && char === (inside === "object" ? "}" : "]")) this.#leave();
    else if (this.#state === "colon" && char === ":") this.#state = "value";
    else if (this.#state === "key" && char === '"') this.#key = new Capture(char, true);
    else if (this.#state === "value") this.#begin(char);
    else throw new UnreadableFile(importTexts.noJson);
  }

  #expect(inside: "object" | "array"): void {
    this.#state = inside === "object" ? "key" : "value";
    if (inside === "array") this.#path.push("*");
  }

  #begin(char: string): void {
    const choice = this.#choose(this.#path, OPEN.has(char));
    if (choice === "enter" && OPEN.has(char)) {
      const inside = char === "{" ? "object" : "array";
      this.#entered.push(inside);
      this.#expect(inside);
      this.#first = true;
    } else {
      this.#first = false;
      this.#value = new Capture(char, choice === "take");
    }
  }

  #leave(): void {
    // An empty array had its first element expected.
    if (this.#first && this.#entered.at(-1) === "array") this.#path.pop();
    this.#first = false;
    this.#entered.pop();
    this.#after();
  }

  /** A value has ended. */
  #after(): void {
    this.#first = false;
    if (this.#entered.length === 0) this.#state = "end";
    else {
      this.#path.pop();
      this.#state = "next";
    }
  }
}

/** One value or key from its first character to its last. */
class Capture {
  readonly isTaken: boolean;
  readonly #kind: "container" | "string" | "plain";
  #depth = 0;
  #inString = false;
  #escaped = false;
  #pieces: string[] = [];
  #length = 0;

  constructor(first: string, isTaken: boolean) {
    this.isTaken = isTaken;
    this.#kind = OPEN.has(first) ? "container" : first === '"' ? "string" : "plain";
  }

  /** Consumes its part of a chunk. @returns the offset of its end, or undefined when it continues in the next chunk */
  take(piece: string, from: number): number | undefined {
    const end = this.#end(piece, from);
    if (this.isTaken) {
      this.#length += (end ?? piece.length) - from;
      if (this.#length > ENTRY_CHARS) this.#pieces = [];
      else this.#pieces.push(piece.slice(from, end));
    }
    return end;
  }

  parse(): unknown {
    if (this.#length > ENTRY_CHARS) return undefined;
    try {
      return JSON.parse(this.#pieces.join(""));
    } catch {
      throw new UnreadableFile(importTexts.noJson);
    }
  }

  #end(piece: string, from: number): number | undefined {
    for (let at = from; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === 0x5c) this.#escaped = true;
        else if (code === 0x22) {
          this.#inString = false;
          if (this.#kind === "string") return at + 1;
        }
      } else if (code === 0x22) this.#inString = true;
      else if (this.#kind === "plain") {
        // A number or a name ends where something else begins: , ] } or white space.
        if (code === 0x2c || code === 0x5d || code === 0x7d || code <= 0x20) return at;
      } else if (code === 0x7b || code === 0x5b) this.#depth++;
      else if ((code === 0x7d || code === 0x5d) && --this.#depth === 0) return at + 1;
    }
    return undefined;
  }
}
