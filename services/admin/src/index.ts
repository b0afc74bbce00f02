export { AdminToken, adminSettings } from "./config.ts";
export { startAdmin } from "./service.ts";
