import { getUser, type User } from "@satchel/contracts";
import { api } from "../../app/api.ts";

export const { useUserQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    user: build.query<User, void>({ query: () => ({ operation: getUser }), providesTags: ["User"] }),
  }),
});
