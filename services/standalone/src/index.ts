export { readSettings, type Settings } from "./settings.ts";
export { startSystem, type System } from "./system.ts";
