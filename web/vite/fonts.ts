import type { Plugin } from "vite";

/**
 * A font that has not come when the page is first painted is left for the next visit, instead of moving what is being
 * read. Documents name the fonts of Latin script at once (documents.ts), so that they mostly come in time.
 */
export const steady = (css: string): string => css.replaceAll(/font-display:\s*swap/g, "font-display: optional");

/** Makes the fonts of the packages so. */
export function fonts(): Plugin {
  return {
    name: "satchel:fonts",
    enforce: "pre",
    transform: {
      filter: { id: /\/@fontsource-variable\/.*\.css/, code: "font-display" },
      handler: (css) => ({ code: steady(css), map: null }),
    },
  };
}
