export { PostConfig } from "./config.ts";
export { startPost } from "./service.ts";
