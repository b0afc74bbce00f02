import type { SenderEmail } from "@satchel/contracts";
import { confirmSenderEmail } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";

export const { useConfirmSenderEmailMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    confirmSenderEmail: build.mutation<SenderEmail, string>({
      query: (token) => ({ operation: confirmSenderEmail, body: { token } }),
      invalidatesTags: ["User"],
    }),
  }),
});
