import { SEARCH_CHARS, type SearchItem, searchItems } from "@satchel/contracts";
import { CircleQuestionMark, Search, X } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import { useTranslation } from "react-i18next";
import { isComposing, useQuery } from "../../kit/hooks.ts";
import type { Suggestion } from "../../links/search/suggestions.ts";
import { itemAt, replaceItem, SEARCH_BOX, searchIn, withSearch } from "../../links/search/syntax.ts";
import { part } from "../../kit/parts/part.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import "./search.css";

/** Milliseconds after the last key until the search is sent. */
const REST_MS = 200;

/** The same while a filter is typed, which has no results before it is complete. */
const REST_IN_FILTER_MS = 700;

interface SearchText {
  /** The text in the box. */
  readonly text: string;
  /** Searches after a pause in typing. */
  readonly type: (text: string) => void;
  /** Searches at once. */
  readonly search: (text: string) => void;
}

/**
 * The text of the search box, and the search in the address, which follows it after a pause. So a search can be shared,
 * survives a reload, and is left by the back button.
 */
function useSearchText(): SearchText {
  const [pathname, navigate] = useLocation();
  const query = useQuery();
  const isList = pathname === "/links";
  const current = isList ? searchIn(query) : "";
  const [text, setText] = useState(current);
  const known = useRef(current);
  const timer = useRef<number>(undefined);

  // The address was changed otherwise: by the back button, a tag, a view.
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
      // One history entry per search, however often it is edited.
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
    const last = searchItems(typed).at(-1);
    const isTyping = last?.end === typed.length && last.name !== undefined;
    // A filter without a value would be searched as a word.
    if (isTyping && last.value === "") return;
    timer.current = window.setTimeout(() => latest.current(typed), isTyping ? REST_IN_FILTER_MS : REST_MS);
  }, []);

  return { text, type, search };
}

const SearchHelp = part("search/SearchHelp", async () => (await import("./SearchHelp.tsx")).SearchHelp, {
  texts: ["search"],
});
const Suggestions = part("search/Suggestions", async () => (await import("./Suggestions.tsx")).Suggestions, {
  texts: ["search"],
});

const LIST = "search-suggestions";

/** The box of a page that was left was written in. */
let isWrittenIn = false;

/** Goes on in the box of the list, when a search that is typed on another page leads there. */
function useGoingOn(input: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const box = input.current;
    if (isWrittenIn && document.activeElement === document.body) {
      box?.focus();
      box?.setSelectionRange(box.value.length, box.value.length);
    }
    isWrittenIn = false;
    return () => {
      isWrittenIn = document.activeElement === box;
    };
  }, [input]);
}

/** The search box, which searches during typing and suggests tags, folders and other filters. */
export function SearchBox({ isShort = false }: { isShort?: boolean }) {
  const { t } = useTranslation("links", { keyPrefix: "search" });
  const { text, type, search } = useSearchText();
  const input = useRef<HTMLInputElement>(null);
  useGoingOn(input);
  const [caret, setCaret] = useState(text.length);
  const [isOpen, setOpen] = useState(false);
  const [hasHelp, setHelp] = useState(false);
  /** The current suggestions, reported by the list. */
  const [offered, setOffered] = useState<readonly Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const item: SearchItem | undefined = itemAt(text, caret);
  const isListed = isOpen && offered.length > 0;

  function close(): void {
    setOpen(false);
    setActive(-1);
  }

  function readCaret({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
    setCaret(currentTarget.selectionStart ?? 0);
  }

  function take(suggestion: Suggestion): void {
    const { q, caret: end } = replaceItem(text, item, suggestion.text);
    const isFilter = suggestion.value === "";
    // The box is updated before the next key comes, which is written where the caret is.
    flushSync(() => (isFilter ? type : search)(q));
    setCaret(end);
    setActive(-1);
    setOpen(isFilter);
    input.current?.setSelectionRange(end, end);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter, arrows and Escape belong to the input method while it composes.
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (isListed) setActive((active + step + offered.length + 1) % (offered.length + 1));
      return;
    }
    if (event.key === "Enter") {
      const chosen = offered[active];
      if (isListed && chosen !== undefined) return take(chosen);
      search(text);
      return close();
    }
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (isListed) close();
    else if (text === "") input.current?.blur();
    else search("");
  }

  return (
    <>
      <search className="search">
        <Search className="icon" />
        <input
          ref={input}
          id={SEARCH_BOX}
          className="input"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label={t("label")}
          aria-expanded={isListed}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={isListed && active >= 0 && active < offered.length ? `${LIST}-${active}` : undefined}
          placeholder={t(isShort ? "placeholderShort" : "placeholder")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_CHARS}
          value={text}
          onChange={(event) => {
            type(event.target.value);
            readCaret(event);
            setActive(-1);
            setOpen(true);
          }}
          onSelect={readCaret}
          onFocus={() => setOpen(true)}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {text === "" ? (
          <kbd aria-hidden="true">/</kbd>
        ) : (
          <IconButton
            label={t("clear")}
            icon={X}
            size="m"
            onClick={() => {
              search("");
              input.current?.focus();
            }}
          />
        )}
        <IconButton
          label={t("help")}
          icon={CircleQuestionMark}
          size="m"
          className="search__help"
          aria-haspopup="dialog"
          onClick={() => setHelp(true)}
        />
        {isOpen && (
          <Suggestions
            id={LIST}
            item={item}
            isEmpty={text.trim() === ""}
            active={active}
            onOffered={setOffered}
            onTaken={take}
          />
        )}
      </search>
      {hasHelp && <SearchHelp onClose={() => setHelp(false)} />}
    </>
  );
}

/** The bar at the bottom of the phone's screen: the search and frequent actions. */
export function Dock({ inert, children }: { inert: boolean; children?: ReactNode }) {
  return (
    <div className="dock" inert={inert}>
      <SearchBox isShort />
      {children}
    </div>
  );
}
