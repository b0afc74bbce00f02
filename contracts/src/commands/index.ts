export * from "./api-tokens.ts";
export * from "./archive.ts";
export * from "./connections.ts";
export * from "./define.ts";
export * from "./folders.ts";
export * from "./history.ts";
export * from "./identity.ts";
export * from "./links.ts";
