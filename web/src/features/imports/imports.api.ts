import type { Import, ImportId } from "@satchel/contracts";
import { getImport, listImports } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";

export const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The imports of the last 30 days, the newest first. */
    imports: build.query<Import[], void>({
      query: () => ({ operation: listImports }),
      transformResponse: (answer: { imports: Import[] }) => answer.imports,
      providesTags: [{ type: "Imports", id: "all" }],
    }),
    /** One import, as far as it is. Read anew whenever the server tells that it went on; the list follows. */
    import: build.query<Import, ImportId>({
      query: (id) => ({ operation: getImport, params: { id } }),
      providesTags: (_answer, _error, id) => [{ type: "Imports", id }],
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer === undefined) return;
        dispatch(
          importsApi.util.updateQueryData("imports", undefined, (list) =>
            list.map((each) => (each.id === id ? answer.data : each)),
          ),
        );
      },
    }),
  }),
});

export const { useImportQuery, useImportsQuery } = importsApi;
