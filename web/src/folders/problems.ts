import { texts } from "@satchel/contracts";
import type { Problem } from "../kit/transport/problem.ts";

/** What to tell the person whose folder was not made (specification, section 8). */
export function createErrorText({ status, detail }: Problem, isSubfolder: boolean): string {
  if (status === 400 && detail.includes("already exists")) {
    return isSubfolder ? texts.folders.existsHere : texts.folders.exists;
  }
  if (status === 400 && detail.includes("Maximum folder depth")) return texts.folders.depth;
  if (status === 401) return texts.session.expired;
  return isSubfolder ? texts.folders.createSubfolderFailed : texts.folders.createFailed;
}

/** What to tell the person whose folder was not deleted. */
export const deleteErrorText = ({ status }: Problem): string =>
  status === 404 ? texts.folders.notFound : texts.folders.deleteFailed;

/** What to tell the person whose folder was not moved: the server's reason, where it gives one. */
export const reorderErrorText = ({ detail }: Problem): string => (detail === "" ? texts.folders.reorderFailed : detail);

/** What to tell the person whose folder got no other name or look; undefined: nothing particular. */
export function changeErrorText({ status, detail }: Problem): string | undefined {
  if (status === 404) return texts.folders.notFound;
  return status === 400 && detail !== "" ? detail : undefined;
}
