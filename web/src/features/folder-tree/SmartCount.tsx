import type { LinkCount } from "@satchel/contracts";
import { countLinks } from "@satchel/contracts/routes";
import { skipToken } from "@reduxjs/toolkit/query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { numberIn } from "../../kit/i18n/language.ts";
import { type AppThunk, useAppDispatch } from "../../kit/state.ts";
import { useLinkCountQuery } from "../../links/lists.api.ts";
import { ALL, filtersOf, filtersOfSearch } from "../../links/view.ts";
import { api } from "../../session/api.ts";

/** Milliseconds from a change to the next counts of smart folders: each of them is a search. */
const PAUSE_MS = 5000;

const smartApi = api.injectEndpoints({
  endpoints: (build) => ({
    smartCount: build.query<LinkCount, string>({
      query: (q) => ({ operation: countLinks, query: filtersOfSearch(q) }),
      providesTags: ["SmartCounts"],
    }),
  }),
});

/** The end of the pause; undefined while there is none. */
let pause: number | undefined;

/** Counts all shown smart folders again after the pause, once for all changes meanwhile. */
const countSoon = (): AppThunk => (dispatch) => {
  pause ??= window.setTimeout(() => {
    pause = undefined;
    dispatch(api.util.invalidateTags(["SmartCounts"]));
  }, PAUSE_MS);
};

/**
 * The number of links that a smart folder's search finds, with a plus where there are more than are counted. It is counted
 * once its row has been in sight, because each count is a search.
 */
export function SmartCount({ search }: { search: string }) {
  const { i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const element = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  const { currentData: counted, fulfilledTimeStamp: countedAt = Infinity } = smartApi.useSmartCountQuery(
    isSeen ? search : skipToken,
  );
  // The count of all links is refetched after each change of any.
  const { changedAt } = useLinkCountQuery(filtersOf(ALL), {
    selectFromResult: ({ fulfilledTimeStamp = 0 }) => ({ changedAt: fulfilledTimeStamp }),
  });

  useEffect(() => {
    if (isSeen || element.current === null) return;
    const observer = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);

  useEffect(() => {
    if (changedAt > countedAt) dispatch(countSoon());
  }, [changedAt, countedAt, dispatch]);

  return (
    <small ref={element}>
      {counted !== undefined && counted.count > 0 && numberIn(i18n.language, counted.count)}
      {counted?.at_least === true && "+"}
    </small>
  );
}
