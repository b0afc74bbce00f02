import { type ConnectionCode, type ConnectionRequest, createConnection } from "@satchel/contracts";
import { api } from "../../app/api.ts";

export const { useCreateConnectionMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    createConnection: build.mutation<ConnectionCode, ConnectionRequest>({
      query: (body) => ({ operation: createConnection, body }),
      invalidatesTags: ["Sessions"],
    }),
  }),
});
