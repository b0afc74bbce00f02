import { expect } from "@playwright/test";
import type { Bidi } from "./bidi.ts";

/** Where an element is found: by what it is and is called, as a screen reader has it, or by a selector. */
export type Where = { readonly role: string; readonly name?: string } | { readonly css: string };

/** A page in Firefox, used as a person does: by pressing and typing. */
export interface Tab {
  /** What the browser calls it. */
  readonly context: string;
  /** Presses the middle of an element with the mouse. */
  press(where: Where): Promise<void>;
  /** Rests the mouse over an element. */
  hover(where: Where): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** Waits for a text. */
  sees(text: string): Promise<void>;
  /** Waits until a text is gone. */
  seesNoMore(text: string): Promise<void>;
  /** Waits for an element. */
  finds(where: Where): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  reload(): Promise<void>;
}

interface Node {
  readonly sharedId: string;
}

/** Milliseconds for which a page is waited for. */
const PATIENCE = { timeout: 20_000 };

const locatorOf = (where: Where): object =>
  "css" in where ? { type: "css", value: where.css } : { type: "accessibility", value: where };

export function tabOf(bidi: Bidi, context: string): Tab {
  const locate = async (where: Where): Promise<Node> => {
    let nodes: readonly Node[] = [];
    const look = async (): Promise<number> => {
      const found = await bidi.send<{ nodes: readonly Node[] }>("browsingContext.locateNodes", {
        context,
        locator: locatorOf(where),
      });
      nodes = found.nodes;
      return nodes.length;
    };
    await expect.poll(look, { ...PATIENCE, message: `looking for ${JSON.stringify(where)}` }).toBeGreaterThan(0);
    return nodes[0] as Node;
  };
  const at = async (where: Where): Promise<object> => ({ type: "element", element: await locate(where) });
  const pointer = (actions: readonly object[]): Promise<unknown> =>
    bidi.send("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions }] });
  const text = (): Promise<string> => bidi.evaluate<string>(context, "document.body.innerText");
  const move = (origin: object): object => ({ type: "pointerMove", x: 0, y: 0, origin });
  const down = { type: "pointerDown", button: 0 };
  const up = { type: "pointerUp", button: 0 };

  return {
    context,
    press: async (where) => void (await pointer([move(await at(where)), down, up])),
    hover: async (where) => void (await pointer([move(await at(where))])),
    type: async (typed) => {
      const actions = Array.from(typed).flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await bidi.send("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
    },
    sees: (wanted) => expect.poll(text, PATIENCE).toContain(wanted),
    seesNoMore: (unwanted) => expect.poll(text, PATIENCE).not.toContain(unwanted),
    finds: async (where) => void (await locate(where)),
    evaluate: (expression) => bidi.evaluate(context, expression),
    reload: async () => void (await bidi.send("browsingContext.reload", { context, wait: "complete" })),
  };
}
