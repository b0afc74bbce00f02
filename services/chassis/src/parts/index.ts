export * from "./css-references.ts";
export * from "./page-parts.ts";
export * from "./picture-address.ts";
export * from "./image-type.ts";
