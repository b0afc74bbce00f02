import type { Digest, DigestTimes } from "@satchel/contracts";
import { chooseDigest, getDigest, stopDigest } from "@satchel/contracts/settings-routes";
import { api } from "../../session/api.ts";

/** When the account gets its digest. */
const digestApi = api.injectEndpoints({
  endpoints: (build) => ({
    digest: build.query<Digest, void>({ query: () => ({ operation: getDigest }), keepUnusedDataFor: 0 }),
    chooseDigest: build.mutation<Digest, DigestTimes>({
      query: (body) => ({ operation: chooseDigest, body }),
      onQueryStarted: async (times, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          digestApi.util.updateQueryData("digest", undefined, (draft) => void Object.assign(draft, times)),
        );
        try {
          void dispatch(digestApi.util.upsertQueryData("digest", undefined, (await queryFulfilled).data));
        } catch {
          patch.undo();
        }
      },
    }),
    stopDigest: build.mutation<null, string>({ query: (token) => ({ operation: stopDigest, query: { token } }) }),
  }),
});

export const { useDigestQuery, useChooseDigestMutation, useStopDigestMutation } = digestApi;
