export * from "./anchor.ts";
export * from "./article-text.ts";
export * from "./code-points.ts";
export * from "./selectors.ts";
export * from "./words.ts";
