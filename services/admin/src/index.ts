export { startAdmin } from "./service.ts";
