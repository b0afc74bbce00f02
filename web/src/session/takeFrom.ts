import type { AppDispatch } from "../kit/state.ts";
import { api } from "./api.ts";

/**
 * For `onQueryStarted` of a deletion: the item leaves a loaded list at once, and comes back if the call fails.
 * @param list the query of the list
 * @param key the field of its items that the deletion names
 */
export const takeFrom =
  (list: string, key = "id") =>
  async (deleted: unknown, { dispatch, queryFulfilled }: Deletion): Promise<void> => {
    const without = (items: readonly Readonly<Record<string, unknown>>[]) =>
      items.filter((item) => item[key] !== deleted);
    // The queries are injected by features, which this layer does not know.
    const patch = dispatch(api.util.updateQueryData(list as never, undefined as never, without as never));
    try {
      await queryFulfilled;
    } catch {
      patch.undo();
    }
  };

interface Deletion {
  readonly dispatch: AppDispatch;
  readonly queryFulfilled: PromiseLike<unknown>;
}
