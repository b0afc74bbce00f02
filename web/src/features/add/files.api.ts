import { COPY_BYTES, type FolderId, laterTexts, type Link, texts } from "@satchel/contracts";
import { addFile } from "@satchel/contracts/later-routes";
import i18next from "i18next";
import { sayerOf } from "../../kit/catalogue/useCatalogue.ts";
import type { AppThunk } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { isAway, reasonOf } from "../../kit/transport/call.ts";
import { shortened } from "../../links/linkText.ts";
import { showChanges } from "../../links/optimistic.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { sendInToast } from "../../session/uploads.ts";
import { addLinks, isNew, say } from "./add.api.ts";
import { type DropContent, foundIn } from "./dropped.ts";
import { PASTED_AT_ONCE } from "./urls.ts";

/** Sends a file. @returns the item, or why it was refused; null if it was canceled */
const send =
  (file: File, folder: FolderId | null): AppThunk<Promise<Link | string | null>> =>
  async (dispatch) => {
    if (file.size > COPY_BYTES) return laterTexts.files.tooLarge;
    const query = { name: file.name, ...(folder === null ? {} : { folder_id: folder }) };
    const saying = i18next.getFixedT(null, "share", "files")("saving", { name: shortened(file.name) });
    const answer = await dispatch(sendInToast(saying, { operation: addFile, query, body: file }));
    if (answer?.problem === undefined) return (answer?.data ?? null) as Link | null;
    return reasonOf(answer.problem, isAway(answer.problem.status) ? texts.offline : texts.unexpected);
  };

/**
 * Keeps files one after another, the last first, so that the list has them in the given order. Shows the outcome, and offers
 * to undo the new ones. If one is canceled, those after it are not sent either.
 * @returns whether all are kept
 */
export const addFiles =
  (files: readonly File[], folder: FolderId | null): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const t = i18next.getFixedT(null, "share", "files");
    const saved: Link[] = [];
    const known: Link[] = [];
    const refused = new Map<string, string[]>();
    for (const file of files.toReversed()) {
      const outcome = await dispatch(send(file, folder));
      if (outcome === null) break;
      const name = shortened(file.name);
      if (typeof outcome === "string") refused.set(outcome, [name, ...(refused.get(outcome) ?? [])]);
      else if (isNew(outcome)) {
        saved.unshift(outcome);
        dispatch(showChanges([{ before: null, after: outcome }]));
      } else known.unshift(outcome);
    }
    dispatch(say({ saved, known }, t));
    const inLanguage = sayerOf(i18next.getFixedT(null, "catalogue"));
    for (const [reason, [name = "", ...others]] of refused) {
      const said = { name, count: others.length, reason: inLanguage(reason) };
      dispatch(errorShown(t(others.length === 0 ? "refused" : "refusedMore", said)));
    }
    return saved.length + known.length === files.length;
  };

/** Saves the addresses and files in a drop, or of files that were chosen; many addresses are shown in the dialog first. */
export const addFound =
  (dropped: DropContent, folder: FolderId | null): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const t = i18next.getFixedT(null, "share", "drop");
    const found = await foundIn(dropped).catch(() => null);
    if (found === null) return void dispatch(errorShown(t("unreadable")));
    const { urls, files, refused } = found;
    const [first] = refused;
    if (first !== undefined) {
      const others = { name: shortened(first), count: refused.length - 1 };
      dispatch(errorShown(others.count === 0 ? t("file", others) : t("files", others)));
    } else if (urls.length === 0 && files.length === 0) dispatch(errorShown(t("none")));
    if (urls.length > PASTED_AT_ONCE) dispatch(overlayOpened({ kind: "add", text: urls.join("\n"), folder }));
    else if (urls.length > 0) await dispatch(addLinks(urls, folder));
    if (files.length > 0) await dispatch(addFiles(files, folder));
  };
