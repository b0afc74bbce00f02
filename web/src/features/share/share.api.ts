import type { Link } from "@satchel/contracts";
import { createLink } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";

export interface NewLink {
  readonly url: string;
  readonly title?: string;
  readonly folder_id?: number;
}

export const { useSaveLinkMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    saveLink: build.mutation<Link, NewLink>({
      query: (body) => ({ operation: createLink, body }),
      invalidatesTags: ["Counts"],
    }),
  }),
});
