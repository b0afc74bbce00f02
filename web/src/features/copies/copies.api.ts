import {
  changeLinkKeeping,
  deleteCopy,
  keepAgain,
  listCopies,
  restoreCopy,
  uploadCopy,
} from "@satchel/contracts/later-routes";
import { changeKeeping, getCopyUse } from "@satchel/contracts/settings-routes";
import type { Copy, CopyUse, LinkCopies, LinkId } from "@satchel/contracts";
import i18next from "i18next";
import type { AppDispatch } from "../../kit/state.ts";
import { shortened } from "../../links/linkText.ts";
import { api } from "../../session/api.ts";
import { sendInToast } from "../../session/uploads.ts";

interface CopyTarget {
  readonly id: LinkId;
  readonly copy: Copy;
}

/** The copies of a link, refetched when the link changes, and what all of them take. */
const copiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    copies: build.query<LinkCopies, LinkId>({
      query: (id) => ({ operation: listCopies, params: { id } }),
      providesTags: (_answer, _error, id) => [{ type: "Link", id }],
    }),
    keepAgain: build.mutation<LinkCopies, LinkId>({
      query: (id) => ({ operation: keepAgain, params: { id } }),
      invalidatesTags: (_answer, _error, id) => [{ type: "Link", id }],
    }),
    /** Null if it was canceled. */
    uploadCopy: build.mutation<LinkCopies | null, { readonly id: LinkId; readonly page: File }>({
      queryFn: async ({ id, page }, { dispatch }) => {
        const saying = i18next.getFixedT(null, "copies")("uploading", { name: shortened(page.name) });
        const call = { operation: uploadCopy, params: { id }, body: page };
        const answer = await (dispatch as AppDispatch)(sendInToast(saying, call));
        if (answer?.problem !== undefined) return { error: answer.problem };
        return { data: (answer?.data ?? null) as LinkCopies | null };
      },
      invalidatesTags: (_answer, _error, { id }) => [{ type: "Link", id }],
    }),
    changeLinkKeeping: build.mutation<LinkCopies, { readonly id: LinkId; readonly isOn: boolean | null }>({
      query: ({ id, isOn }) => ({ operation: changeLinkKeeping, params: { id }, body: { is_on: isOn } }),
      invalidatesTags: (_answer, _error, { id }) => [{ type: "Link", id }],
    }),
    deleteCopy: build.mutation<null, CopyTarget>({
      query: ({ id, copy }) => ({ operation: deleteCopy, params: { id, version: copy.version } }),
      invalidatesTags: (_answer, _error, { id }) => [{ type: "Link", id }],
    }),
    restoreCopy: build.mutation<LinkCopies, CopyTarget>({
      query: ({ id, copy }) => ({ operation: restoreCopy, params: { id, version: copy.version } }),
      invalidatesTags: (_answer, _error, { id }) => [{ type: "Link", id }],
    }),
    copyUse: build.query<CopyUse, void>({ query: () => ({ operation: getCopyUse }), keepUnusedDataFor: 0 }),
    changeKeeping: build.mutation<CopyUse, boolean>({
      query: (isOn) => ({ operation: changeKeeping, body: { is_on: isOn } }),
    }),
  }),
});

export const {
  useChangeKeepingMutation,
  useChangeLinkKeepingMutation,
  useCopiesQuery,
  useCopyUseQuery,
  useDeleteCopyMutation,
  useKeepAgainMutation,
  useRestoreCopyMutation,
  useUploadCopyMutation,
} = copiesApi;
