import type { ConnectionCode, ConnectionRequest } from "@satchel/contracts";
import { createConnection } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";

export const { useCreateConnectionMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    createConnection: build.mutation<ConnectionCode, ConnectionRequest>({
      query: (body) => ({ operation: createConnection, body }),
      invalidatesTags: ["Sessions"],
    }),
  }),
});
