import { Tokenizer } from "htmlparser2";
import { PIECE_CHARS } from "../limits.ts";
import { UnreadableFile } from "./entry.ts";

/** What HTML is made of, as far as bookmark files go. Names are in lower case. */
export type HtmlToken =
  | { readonly kind: "open"; readonly tag: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: "close"; readonly tag: string }
  | { readonly kind: "text"; readonly text: string };

/** Attributes of one tag that are looked at; no bookmark has as many. */
const ATTRIBUTES = 50;

/** Characters that may stand between two things that are told, comments and pictures included: 8 Mi. */
const UNTOLD_CHARS = 8 * 1024 * 1024;

/**
 * Takes HTML apart into tags and texts, character references resolved (HTML Standard, section 13.2.5). Only the
 * tokenizer of htmlparser2 serves: its parser keeps the open elements on a stack that it searches, which a hostile file
 * makes quadratic. Each character is looked at once.
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
  /** The part of the file that may still be pointed into, and where it begins. */
  #buffer = "";
  #offset = 0;
  /** Everything before it was told. */
  #told = 0;
  #tag = "";
  #attributes = new Map<string, string>();
  #name = "";
  #value = "";

  constructor() {
    const attribute = (text: string): void => {
      if (this.#value.length < PIECE_CHARS) this.#value += text;
    };
    const open = (end: number): void => {
      this.#told = end;
      this.#found.push({ kind: "open", tag: this.#tag, attributes: this.#attributes });
    };
    const pass = (_start: number, end: number): void => {
      this.#told = end;
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
          this.#told = end;
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
          this.#told = end;
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
    const from = Math.max(0, this.#told - this.#offset);
    this.#buffer = this.#buffer.slice(from) + piece;
    this.#offset += from;
    if (this.#buffer.length > UNTOLD_CHARS) throw new UnreadableFile("A tag or comment of the file has no end.");
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
    this.#told = end;
    return this.#buffer.slice(start - this.#offset, end - this.#offset);
  }
}
