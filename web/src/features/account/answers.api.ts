import type { Answers } from "@satchel/contracts";
import { changeAnswers, getAnswers } from "@satchel/contracts/settings-routes";
import { api } from "../../session/api.ts";

/** Whether mails are answered by mail. */
const answersApi = api.injectEndpoints({
  endpoints: (build) => ({
    answers: build.query<Answers, void>({ query: () => ({ operation: getAnswers }), keepUnusedDataFor: 0 }),
    changeAnswers: build.mutation<Answers, Answers>({
      query: (body) => ({ operation: changeAnswers, body }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data !== undefined) void dispatch(answersApi.util.upsertQueryData("answers", undefined, data));
      },
    }),
  }),
});

export const { useAnswersQuery, useChangeAnswersMutation } = answersApi;
