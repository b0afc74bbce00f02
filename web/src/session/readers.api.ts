import { addReader, confirmReader, deleteReader, listReaders, sendToReader } from "@satchel/contracts/settings-routes";
import type { AddedReader, Reader, SentBook } from "@satchel/contracts";
import { api } from "./api.ts";

/** Addresses of e-readers, and books that are sent to them. */
const readersApi = api.enhanceEndpoints({ addTagTypes: ["Readers"] }).injectEndpoints({
  endpoints: (build) => ({
    readers: build.query<Reader[], void>({
      query: () => ({ operation: listReaders }),
      transformResponse: (answer: { readers: Reader[] }) => answer.readers,
      providesTags: ["Readers"],
    }),
    addReader: build.mutation<AddedReader, string>({
      query: (email) => ({ operation: addReader, body: { email } }),
      invalidatesTags: ["Readers"],
    }),
    confirmReader: build.mutation<Reader, { readonly email: string; readonly code: string }>({
      query: (body) => ({ operation: confirmReader, body }),
      invalidatesTags: (confirmed) => (confirmed === undefined ? [] : ["Readers"]),
    }),
    removeReader: build.mutation<null, string>({
      query: (email) => ({ operation: deleteReader, body: { email } }),
      invalidatesTags: ["Readers"],
    }),
    sendToReader: build.mutation<{ mails: number }, { readonly email: string; readonly book: SentBook }>({
      query: (body) => ({ operation: sendToReader, body }),
    }),
  }),
});

export const {
  useAddReaderMutation,
  useConfirmReaderMutation,
  useReadersQuery,
  useRemoveReaderMutation,
  useSendToReaderMutation,
} = readersApi;
