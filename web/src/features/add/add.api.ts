import type { BodyOf } from "@satchel/client";
import { type FolderId, type Link, texts } from "@satchel/contracts";
import { changeLinks, createLink, deleteLink } from "@satchel/contracts/routes";
import i18next from "i18next";
import { api } from "../../session/api.ts";
import type { AppThunk } from "../../kit/state.ts";
import { isProblem, reasonOf } from "../../kit/transport/call.ts";
import { request } from "../../kit/transport/transport.ts";
import { showChanges } from "../../links/optimistic.ts";
import { errorShown, noteShown } from "../../kit/toasts.slice.ts";
import { offerUndo } from "../../session/undo.slice.ts";

const addApi = api.injectEndpoints({
  endpoints: (build) => ({
    addLink: build.mutation<Link, BodyOf<typeof createLink>>({ query: (body) => ({ operation: createLink, body }) }),
  }),
});

/** An existing link keeps its time of creation, and moves to the top. */
export const isNew = (link: Link): boolean => link.created_at === link.saved_at;

/** Links that are new, and links that existed. */
interface AddResult {
  readonly saved: readonly Link[];
  readonly known: readonly Link[];
}

/** What is said of them, by their number. */
type AddedTexts = (key: "saved" | "known" | "others", options: { readonly count: number }) => string;

const failureOf = (error: unknown): string => {
  const isBadUrl = isProblem(error) && error.status === 422;
  return isBadUrl ? texts.links.badUrl : reasonOf(error, texts.unexpected);
};

/** Undoes an addition. Rejects with a Problem. */
const takeAway =
  (links: readonly Link[]): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { transport }) => {
    const takeBack = dispatch(showChanges(links.map((link) => ({ before: link, after: null }))));
    for (const { id } of links) {
      const { problem } = await request(transport, { operation: deleteLink, params: { id } });
      if (problem === undefined || problem.status === 404) continue;
      takeBack();
      throw problem;
    }
  };

/** Says what was added, and offers to undo what is new. */
export function say({ saved, known }: AddResult, t: AddedTexts): AppThunk {
  return (dispatch) => {
    const [first] = known;
    if (saved.length === 0 && first === undefined) return;
    if (saved.length === 0) return void dispatch(noteShown(t("known", { count: known.length })));
    const text =
      known.length === 0
        ? t("saved", { count: saved.length })
        : `${t("saved", { count: saved.length })}, ${t("others", { count: known.length })}`;
    const call = { operation: changeLinks, body: { action: "delete", ids: saved.map(({ id }) => id) } };
    dispatch(offerUndo(text, () => dispatch(takeAway(saved)), call));
  };
}

/**
 * Saves addresses one after another, the last first, so that the list has them in the given order. Shows the outcome, and
 * offers to undo the new ones.
 * @returns the addresses that could not be saved
 */
export const addLinks =
  (
    urls: readonly string[],
    folder: FolderId | null,
  ): AppThunk<Promise<AddResult & { readonly failed: readonly string[] }>> =>
  async (dispatch) => {
    const saved: Link[] = [];
    const known: Link[] = [];
    const failed: string[] = [];
    const reasons = new Set<string>();
    for (const url of urls.toReversed()) {
      const { data, error } = await dispatch(
        addApi.endpoints.addLink.initiate({ url, folder_id: folder }, { track: false }),
      );
      if (data === undefined) {
        failed.unshift(url);
        reasons.add(failureOf(error));
      } else if (isNew(data)) {
        saved.unshift(data);
        dispatch(showChanges([{ before: null, after: data }]));
      } else known.unshift(data);
    }
    const added = { saved, known, failed };
    dispatch(say(added, i18next.getFixedT(null, "add")));
    for (const reason of reasons) dispatch(errorShown(reason));
    return added;
  };
