import type { Passkey, PasskeyAttestation, PasskeyId, Session, SessionId } from "@satchel/contracts";
import {
  addPasskey,
  beginPasskey,
  deleteSession,
  listPasskeys,
  listSessions,
  removePasskey,
} from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";

interface NewPasskey {
  readonly name?: string;
  readonly response: PasskeyAttestation;
}

/** Passkeys, and the places where the account is signed in. What is removed is gone at once, and back when it fails. */
const accessApi = api.injectEndpoints({
  endpoints: (build) => ({
    passkeys: build.query<Passkey[], void>({
      query: () => ({ operation: listPasskeys }),
      transformResponse: (answer: { passkeys: Passkey[] }) => answer.passkeys,
      providesTags: ["Passkeys"],
    }),
    beginPasskey: build.mutation<{ options: PublicKeyCredentialCreationOptionsJSON }, void>({
      query: () => ({ operation: beginPasskey }),
    }),
    addPasskey: build.mutation<Passkey, NewPasskey>({
      query: (body) => ({ operation: addPasskey, body }),
      invalidatesTags: ["Passkeys"],
    }),
    removePasskey: build.mutation<null, PasskeyId>({
      query: (id) => ({ operation: removePasskey, params: { id } }),
      invalidatesTags: ["Passkeys"],
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          accessApi.util.updateQueryData("passkeys", undefined, (list) => list.filter((each) => each.id !== id)),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
    sessions: build.query<Session[], void>({
      query: () => ({ operation: listSessions }),
      transformResponse: (answer: { sessions: Session[] }) => answer.sessions,
      providesTags: ["Sessions"],
    }),
    endSession: build.mutation<null, SessionId>({
      query: (id) => ({ operation: deleteSession, params: { id } }),
      invalidatesTags: ["Sessions"],
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          accessApi.util.updateQueryData("sessions", undefined, (list) => list.filter((each) => each.id !== id)),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
  }),
});

export const {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useEndSessionMutation,
  usePasskeysQuery,
  useRemovePasskeyMutation,
  useSessionsQuery,
} = accessApi;
