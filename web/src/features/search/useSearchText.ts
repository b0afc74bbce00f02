import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { searchIn, withSearch } from "../../links/search/address.ts";
import { itemsOf } from "../../links/search/syntax.ts";

/** Milliseconds of rest in typing after which it is searched: shorter than a thought, longer than a keystroke. */
const REST_MS = 200;

/** As much where a filter is being typed: half a tag is none, so there is nothing to see before it is whole. */
const REST_IN_FILTER_MS = 700;

export interface SearchText {
  /** What stands in the box. */
  readonly text: string;
  /** Searches once the typing rests. */
  readonly type: (text: string) => void;
  /** Searches at once. */
  readonly search: (text: string) => void;
}

/**
 * The text of the search box, and the search in the address of the page. Both are the same but for the moment of typing,
 * so that a search can be shared, is there after a reload, and the back button leads out of it.
 */
export function useSearchText(): SearchText {
  const [pathname, navigate] = useLocation();
  const [query] = useSearchParams();
  const isList = pathname === "/links";
  const current = isList ? searchIn(query) : "";
  const [text, setText] = useState(current);
  const known = useRef(current);
  const timer = useRef<number>(undefined);

  // Somebody else changed the address: the back button, a tag, a view.
  useEffect(() => {
    if (current === known.current) return;
    known.current = current;
    window.clearTimeout(timer.current);
    setText(current);
  }, [current]);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  const search = useCallback(
    (wanted: string): void => {
      window.clearTimeout(timer.current);
      setText(wanted);
      if (wanted === current) return;
      known.current = wanted.trim() === "" ? "" : wanted;
      const next = withSearch(isList ? query : new URLSearchParams(), wanted);
      // One step of the history for a search, however long it is typed.
      navigate(`/links${next}`, { replace: current !== "" });
    },
    [current, isList, query, navigate],
  );

  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);

  const type = useCallback((typed: string): void => {
    setText(typed);
    window.clearTimeout(timer.current);
    const last = itemsOf(typed).at(-1);
    const isTyping = last?.end === typed.length && last.name !== undefined;
    // A filter that lacks its value would only be a word.
    if (isTyping && last.value === "") return;
    timer.current = window.setTimeout(() => latest.current(typed), isTyping ? REST_IN_FILTER_MS : REST_MS);
  }, []);

  return { text, type, search };
}
