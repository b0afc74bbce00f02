export { type CapturePage, listCaptures } from "./list-captures.ts";
export { latestResults } from "./latest-results.ts";
export { type LetterSource, listConfirmations, listSources } from "./list-letters.ts";
export type { CapturesTables } from "../projection/tables.ts";
