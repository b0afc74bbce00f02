import type { BodyOf } from "@satchel/client";
import { getUser } from "@satchel/contracts/routes";
import {
  changePassword,
  deleteSession,
  deleteUser,
  listSessions,
  removePassword,
  addPasskey,
  addSenderEmail,
  beginPasskey,
  deleteSenderEmail,
  connectSignIn,
  disconnectSignIn,
  listPasskeys,
  listSignIns,
  listSenderEmails,
  removePasskey,
  setPassword,
} from "@satchel/contracts/settings-routes";
import {
  type ConnectedSignIn,
  type Passkey,
  type PasskeyId,
  type SenderEmail,
  type Session,
  type SessionId,
  type User,
  texts,
} from "@satchel/contracts";
import type { Call, Problem } from "../../kit/transport/call.ts";
import { request } from "../../kit/transport/transport.ts";
import type { Environment } from "../../kit/state.ts";
import type { Transport } from "../../kit/transport/transport.ts";
import { api } from "../../session/api.ts";
import { takeFrom } from "../../session/takeFrom.ts";
import { errorShown } from "../../kit/toasts.slice.ts";

/** Passkeys and sessions. Removals are optimistic, and reverted on failure. */
const accessApi = api.injectEndpoints({
  endpoints: (build) => ({
    passkeys: build.query<Passkey[], void>({
      query: () => ({ operation: listPasskeys }),
      transformResponse: (answer: { passkeys: Passkey[] }) => answer.passkeys,
      providesTags: ["Passkeys"],
    }),
    signIns: build.query<ConnectedSignIn[], void>({
      query: () => ({ operation: listSignIns }),
      transformResponse: (answer: { sign_ins: ConnectedSignIn[] }) => answer.sign_ins,
      providesTags: ["SignIns"],
    }),
    connectSignIn: build.mutation<{ url: string }, string>({
      query: (provider) => ({ operation: connectSignIn, params: { provider }, body: {} }),
    }),
    disconnectSignIn: build.mutation<null, string>({
      query: (id) => ({ operation: disconnectSignIn, params: { id } }),
      invalidatesTags: ["SignIns"],
    }),
    beginPasskey: build.mutation<{ options: PublicKeyCredentialCreationOptionsJSON }, void>({
      query: () => ({ operation: beginPasskey }),
    }),
    addPasskey: build.mutation<Passkey, BodyOf<typeof addPasskey>>({
      query: (body) => ({ operation: addPasskey, body }),
      invalidatesTags: ["Passkeys"],
    }),
    removePasskey: build.mutation<null, PasskeyId>({
      query: (id) => ({ operation: removePasskey, params: { id } }),
      invalidatesTags: ["Passkeys"],
      onQueryStarted: takeFrom("passkeys"),
    }),
    sessions: build.query<Session[], void>({
      query: () => ({ operation: listSessions }),
      transformResponse: (answer: { sessions: Session[] }) => answer.sessions,
      providesTags: ["Sessions"],
    }),
    endSession: build.mutation<null, SessionId>({
      query: (id) => ({ operation: deleteSession, params: { id } }),
      invalidatesTags: ["Sessions"],
      onQueryStarted: takeFrom("sessions"),
    }),
  }),
});

export const {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useEndSessionMutation,
  usePasskeysQuery,
  useSignInsQuery,
  useConnectSignInMutation,
  useDisconnectSignInMutation,
  useRemovePasskeyMutation,
  useSessionsQuery,
} = accessApi;

type Outcome<Data> = { readonly data: Data } | { readonly error: Problem };

/**
 * Makes a call about the password. If the session has ended, the message is shown on the sign-in page, because the dialog is
 * closed by then.
 */
async function asOwner<Data>(
  transport: Transport,
  dispatch: (action: ReturnType<typeof errorShown>) => unknown,
  call: Call,
): Promise<Outcome<Data>> {
  const answer = await request(transport, call);
  if (answer.problem === undefined) return { data: answer.data as Data };
  if (answer.problem.status === 401) dispatch(errorShown(texts.password.authentication));
  return { error: answer.problem };
}

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    addresses: build.query<SenderEmail[], void>({
      query: () => ({ operation: listSenderEmails }),
      transformResponse: (answer: { sender_emails: SenderEmail[] }) => answer.sender_emails,
      providesTags: ["Addresses"],
    }),
    addAddress: build.mutation<SenderEmail, string>({
      query: (email) => ({ operation: addSenderEmail, body: { email } }),
      invalidatesTags: (added) => (added === undefined ? [] : ["Addresses", "User"]),
    }),
    /** Optimistic: reverted when the server refuses. */
    deleteAddress: build.mutation<null, string>({
      query: (email) => ({ operation: deleteSenderEmail, body: { email } }),
      invalidatesTags: ["Addresses", "User"],
      onQueryStarted: takeFrom("addresses", "email"),
    }),
    /**
     * A 401 of this call ends the session without a refresh (specification, section 8). So the session is refreshed before,
     * if necessary, by another call.
     */
    setPassword: build.mutation<User, string>({
      queryFn: async (password, { extra, dispatch }) => {
        const { transport } = extra as Environment;
        const before = await request(transport, { operation: getUser });
        if (before.problem?.status === 401) dispatch(errorShown(texts.password.authentication));
        if (before.problem !== undefined) return { error: before.problem };
        return asOwner<User>(transport, dispatch, { operation: setPassword, body: { new_password: password } });
      },
      invalidatesTags: (user) => (user === undefined ? [] : ["User", "Sessions"]),
    }),
    changePassword: build.mutation<User, BodyOf<typeof changePassword>>({
      queryFn: (body, { extra, dispatch }) =>
        asOwner<User>((extra as Environment).transport, dispatch, { operation: changePassword, body }),
      invalidatesTags: (user) => (user === undefined ? [] : ["User", "Sessions"]),
    }),
    removePassword: build.mutation<null, string>({
      queryFn: (password, { extra, dispatch }) =>
        asOwner<null>((extra as Environment).transport, dispatch, {
          operation: removePassword,
          body: { old_password: password },
        }),
      invalidatesTags: (_, error) => (error === undefined ? ["User", "Sessions"] : []),
    }),
    deleteAccount: build.mutation<null, void>({ query: () => ({ operation: deleteUser }) }),
  }),
});

export const {
  useAddAddressMutation,
  useAddressesQuery,
  useChangePasswordMutation,
  useDeleteAccountMutation,
  useDeleteAddressMutation,
  useRemovePasswordMutation,
  useSetPasswordMutation,
} = accountApi;
