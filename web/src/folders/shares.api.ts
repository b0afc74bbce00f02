import { changeShare, createShare, deleteShare, listShares } from "@satchel/contracts/settings-routes";
import type { FolderId, NewShare, Share, ShareChange, ShareId, ShareSource } from "@satchel/contracts";
import { api } from "../session/api.ts";

interface Change {
  readonly id: ShareId;
  readonly change: ShareChange;
}

/** What the account shares. It is loaded after the first view, for the signs beside folders. */
const sharesApi = api.injectEndpoints({
  endpoints: (build) => ({
    shares: build.query<Share[], void>({
      query: () => ({ operation: listShares }),
      transformResponse: (answer: { shares: Share[] }) => answer.shares,
      providesTags: ["Shares"],
    }),
    createShare: build.mutation<Share, NewShare>({
      query: (body) => ({ operation: createShare, body }),
      invalidatesTags: ["Shares"],
    }),
    changeShare: build.mutation<Share, Change>({
      query: ({ id, change }) => ({ operation: changeShare, params: { id }, body: change }),
      invalidatesTags: ["Shares"],
    }),
    endShare: build.mutation<null, ShareId>({
      query: (id) => ({ operation: deleteShare, params: { id } }),
      invalidatesTags: ["Shares"],
    }),
  }),
});

export const { useSharesQuery, useCreateShareMutation, useChangeShareMutation, useEndShareMutation } = sharesApi;

export const isSameSource = (one: ShareSource, other: ShareSource): boolean =>
  one.kind === "folder"
    ? other.kind === "folder" && one.folder_id === other.folder_id
    : other.kind === "link" && one.link_id === other.link_id;

/** Whether strangers can see something now. */
export const isSeen = ({ expires_at: end, ended_by_operator: isEnded }: Share, now: Date): boolean =>
  !isEnded && (end === null || new Date(end) > now);

/** Whether a folder is shared; false until that is known. */
export const useIsShared = (id: FolderId): boolean =>
  useSharesQuery(undefined, {
    selectFromResult: ({ data = [] }) => ({
      isShared: data.some(
        (share) => isSameSource(share.source, { kind: "folder", folder_id: id }) && isSeen(share, new Date()),
      ),
    }),
  }).isShared;
