export { type CapturePage, listCaptures } from "./list-captures.ts";
export type { CapturesTables } from "../projection/tables.ts";
