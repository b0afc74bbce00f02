export { AdminConfig } from "./config.ts";
export { startAdmin } from "./service.ts";
