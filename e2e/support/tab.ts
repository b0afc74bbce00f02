import { expect } from "@playwright/test";

/** Where an element is found: by what it is and is called, as a screen reader has it, or by a selector. */
export type Where = { readonly role: string; readonly name?: string } | { readonly css: string };

/** A page in a browser that Playwright does not drive, used as a person does: by pressing and typing. */
export interface Tab {
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

/** A browser in which pages are opened. */
export interface Opener {
  /** Opens a page, in front of the others. */
  open(url: string): Promise<Tab>;
}

/** A page, as far as a browser's protocol reaches it. */
export interface Driven extends Pick<Tab, "evaluate" | "reload"> {
  /** The elements at a place, each as the origin of a pointer's move. */
  locate(where: Where): Promise<readonly object[]>;
  /** Performs actions of one device: both WebDriver protocols write them alike. */
  perform(device: {
    readonly type: string;
    readonly id: string;
    readonly actions: readonly object[];
  }): Promise<unknown>;
}

/** Milliseconds for which a page is waited for. */
const PATIENCE = { timeout: 20_000 };

export function tabOf(page: Driven): Tab {
  const at = async (where: Where): Promise<object> => {
    let found: readonly object[] = [];
    const look = async (): Promise<number> => (found = await page.locate(where)).length;
    await expect.poll(look, { ...PATIENCE, message: `looking for ${JSON.stringify(where)}` }).toBeGreaterThan(0);
    return found[0] as object;
  };
  const point = (actions: readonly object[]): Promise<unknown> =>
    page.perform({ type: "pointer", id: "mouse", actions });
  const text = (): Promise<string> => page.evaluate<string>("document.body.innerText");
  const move = (origin: object): object => ({ type: "pointerMove", x: 0, y: 0, origin });
  const down = { type: "pointerDown", button: 0 };
  const up = { type: "pointerUp", button: 0 };

  return {
    press: async (where) => void (await point([move(await at(where)), down, up])),
    hover: async (where) => void (await point([move(await at(where))])),
    type: async (typed) => {
      const actions = Array.from(typed).flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await page.perform({ type: "key", id: "keys", actions });
    },
    sees: (wanted) => expect.poll(text, PATIENCE).toContain(wanted),
    seesNoMore: (unwanted) => expect.poll(text, PATIENCE).not.toContain(unwanted),
    finds: async (where) => void (await at(where)),
    evaluate: page.evaluate,
    reload: page.reload,
  };
}
