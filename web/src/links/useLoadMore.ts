import { texts } from "@satchel/contracts";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useAppDispatch } from "../kit/state.ts";
import { errorShown } from "../kit/toasts.slice.ts";
import { loadMore } from "./lists.api.ts";
import type { ListQuery } from "./view.ts";

/** Distance from the end of the list, and debounce, for loading more (specification, section 9). */
const AHEAD_PX = 200;
const DEBOUNCE_MS = 150;

interface LoadMore {
  /** The `ref` of an element after the last link. */
  readonly end: RefObject<HTMLDivElement | null>;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Loads the next page near the end of the list; after a failure only on request. */
export function useLoadMore(query: ListQuery, next: string | null): LoadMore {
  const dispatch = useAppDispatch();
  const end = useRef<HTMLDivElement>(null);
  const [failedAt, setFailedAt] = useState<string | null>(null);
  const failed = next !== null && failedAt === next;

  useEffect(() => {
    const element = end.current;
    if (next === null || failed || element === null) return;
    let timer: number | undefined;

    async function load(): Promise<void> {
      try {
        await dispatch(loadMore(query));
      } catch {
        setFailedAt(next);
        dispatch(errorShown(texts.links.listFailed));
      }
    }

    const observer = new IntersectionObserver(
      (changes) => {
        window.clearTimeout(timer);
        // A busy page may receive several entries at once; the last one is current.
        if (changes.at(-1)?.isIntersecting === true) timer = window.setTimeout(() => void load(), DEBOUNCE_MS);
      },
      { rootMargin: `0px 0px ${AHEAD_PX}px` },
    );
    // Observed again for every page, so that an end that is still visible is reported again.
    observer.observe(element);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
    };
  }, [query, next, failed, dispatch]);

  return { end, failed, retry: () => setFailedAt(null) };
}
