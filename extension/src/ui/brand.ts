import { browser } from "@wxt-dev/browser";
import { element } from "./dom.ts";

/** The product's mark and name. */
export const brand = (): HTMLElement =>
  element(
    "span",
    { class: "brand" },
    element("img", { src: browser.runtime.getURL("/icons/brass-48.png"), alt: "", width: "26", height: "26" }),
    element("b", {}, "Satchel"),
  );
