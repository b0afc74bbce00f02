import type { LinkDetail, MovedLink } from "@satchel/contracts";
import { moveLink } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";

/** Keeps a link at the address that its page has moved to. */
export const { useMoveAddressMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    moveAddress: build.mutation<MovedLink, { readonly link: LinkDetail; readonly to: string }>({
      query: ({ link, to }) => ({ operation: moveLink, params: { id: link.id }, body: { new_url: to } }),
    }),
  }),
});
