export { type CapturePage, listCaptures } from "./captures/list.ts";
export type { CapturesTables } from "./projection/tables.ts";
