import { importTexts } from "@satchel/contracts";
import { Tokenizer } from "htmlparser2";
import { PIECE_CHARS } from "../limits.ts";
import { UnreadableFile } from "./entry.ts";

/** The tokens of HTML that bookmark files need. Names are in lower case. */
export type HtmlToken =
  | { readonly kind: "open"; readonly tag: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: "close"; readonly tag: string }
  | { readonly kind: "text"; readonly text: string };

/** Attributes of one tag that are read; no bookmark has as many. */
const ATTRIBUTES = 50;

/** Characters between two tokens at most, including comments and embedded pictures: 8 Mi. */
const TOKEN_CHARS = 8 * 1024 * 1024;

/**
 * Splits HTML into tags and texts, with character references resolved (HTML Standard, section 13.2.5). Only the tokenizer of
 * htmlparser2 is used: its parser searches a stack of open elements, which is quadratic for a hostile file. Each character
 * is read once.
 */
export async function* htmlTokens(text: AsyncIterable<string>): AsyncGenerator<HtmlToken> {
  const tokens = new Tokens();
  for await (const piece of text) {
    tokens.write(piece);
    yield* tokens.take();
  }
  tokens.end();
  yield* tokens.take();
}

class Tokens {
  readonly #tokenizer: Tokenizer;
  #found: HtmlToken[] = [];
  /** The part of the file that the tokenizer may still refer to, and its offset. */
  #buffer = "";
  #offset = 0;
  /** The offset up to which tokens were emitted. */
  #reported = 0;
  #tag = "";
  #attributes = new Map<string, string>();
  #name = "";
  #value = "";

  constructor() {
    const attribute = (text: string): void => {
      if (this.#value.length < PIECE_CHARS) this.#value += text;
    };
    const open = (end: number): void => {
      this.#reported = end;
      this.#found.push({ kind: "open", tag: this.#tag, attributes: this.#attributes });
    };
    const pass = (_start: number, end: number): void => {
      this.#reported = end;
    };
    this.#tokenizer = new Tokenizer(
      { decodeEntities: true },
      {
        onopentagname: (start, end) => {
          this.#tag = this.#slice(start, end).toLowerCase();
          this.#attributes = new Map();
        },
        onattribname: (start, end) => {
          this.#name = this.#slice(start, end).toLowerCase();
          this.#value = "";
        },
        onattribdata: (start, end) => attribute(this.#slice(start, end)),
        onattribentity: (codepoint) => attribute(String.fromCodePoint(codepoint)),
        onattribend: (_quote, end) => {
          this.#reported = end;
          if (this.#attributes.size < ATTRIBUTES && !this.#attributes.has(this.#name))
            this.#attributes.set(this.#name, this.#value);
        },
        onopentagend: open,
        onselfclosingtag: open,
        onclosetag: (start, end) => {
          this.#found.push({ kind: "close", tag: this.#slice(start, end).toLowerCase() });
        },
        ontext: (start, end) => this.#found.push({ kind: "text", text: this.#slice(start, end) }),
        ontextentity: (codepoint, end) => {
          this.#reported = end;
          this.#found.push({ kind: "text", text: String.fromCodePoint(codepoint) });
        },
        oncomment: pass,
        oncdata: pass,
        ondeclaration: pass,
        onprocessinginstruction: pass,
        onend: () => undefined,
      },
    );
  }

  write(piece: string): void {
    const from = Math.max(0, this.#reported - this.#offset);
    this.#buffer = this.#buffer.slice(from) + piece;
    this.#offset += from;
    if (this.#buffer.length > TOKEN_CHARS) throw new UnreadableFile(importTexts.openTag);
    this.#tokenizer.write(piece);
  }

  end(): void {
    this.#tokenizer.end();
  }

  take(): HtmlToken[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #slice(start: number, end: number): string {
    this.#reported = end;
    return this.#buffer.slice(start - this.#offset, end - this.#offset);
  }
}
