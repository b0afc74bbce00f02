import type { User } from "@satchel/contracts";
import { getUser } from "@satchel/contracts/routes";
import { api } from "./api.ts";

export const userApi = api.injectEndpoints({
  endpoints: (build) => ({
    user: build.query<User, void>({ query: () => ({ operation: getUser }), providesTags: ["User"] }),
  }),
});

export const { useUserQuery } = userApi;

/** Who is signed in; undefined until that is known. Draws anew as it is another answer, not as it is asked for again. */
export const useUser = (): User | undefined =>
  useUserQuery(undefined, { selectFromResult: ({ data }) => ({ data }) }).data;
