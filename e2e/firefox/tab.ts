import { type Tab, tabOf } from "../support/tab.ts";
import type { Bidi } from "./bidi.ts";

/** A page in Firefox. */
export interface FirefoxTab extends Tab {
  /** What the browser calls it. */
  readonly context: string;
}

interface Node {
  readonly sharedId: string;
}

export function firefoxTab(bidi: Bidi, context: string): FirefoxTab {
  const tab = tabOf({
    locate: async (where) => {
      const locator = "css" in where ? { type: "css", value: where.css } : { type: "accessibility", value: where };
      const { nodes } = await bidi.send<{ nodes: readonly Node[] }>("browsingContext.locateNodes", {
        context,
        locator,
      });
      return nodes.map((element) => ({ type: "element", element }));
    },
    perform: (device) => bidi.send("input.performActions", { context, actions: [device] }),
    evaluate: (expression) => bidi.evaluate(context, expression),
    reload: async () => void (await bidi.send("browsingContext.reload", { context, wait: "complete" })),
  });
  return { context, ...tab };
}
