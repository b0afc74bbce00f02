import { texts } from "@satchel/contracts";
import type { Problem } from "../../app/transport/problem.ts";

/** What to tell the person whose folder was not made (specification, section 8). */
export function createErrorText({ status, detail }: Problem, isSubfolder: boolean): string {
  if (status === 400 && detail.includes("already exists")) {
    return isSubfolder ? texts.folders.existsHere : texts.folders.exists;
  }
  if (status === 400 && detail.includes("Maximum folder depth")) return texts.folders.depth;
  if (status === 401) return texts.session.expired;
  return isSubfolder ? texts.folders.createSubfolderFailed : texts.folders.createFailed;
}
