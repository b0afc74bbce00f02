import { browser } from "@wxt-dev/browser";
import { element } from "./dom.ts";

/** The product's mark, in the color for the light or the dark, and its name. */
export const brand = (): HTMLElement =>
  element(
    "span",
    { class: "brand" },
    element(
      "picture",
      {},
      element("source", {
        media: "(prefers-color-scheme: dark)",
        srcset: browser.runtime.getURL("/icons/light-48.png"),
      }),
      element("img", { src: browser.runtime.getURL("/icons/dark-48.png"), alt: "", width: "26", height: "26" }),
    ),
    element("b", {}, "Satchel"),
  );
