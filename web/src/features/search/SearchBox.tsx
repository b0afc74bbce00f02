import { SEARCH_CHARS, type SearchItem, searchItems } from "@satchel/contracts";
import { CircleQuestionMark, Search, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useTranslation } from "react-i18next";
import { useQuery } from "../../kit/hooks.ts";
import type { Suggestion } from "../../links/search/suggestions.ts";
import { itemAt, replaceItem, SEARCH_BOX, searchIn, withSearch } from "../../links/search/syntax.ts";
import { part } from "../../kit/parts/part.tsx";
import "./search.css";

/** Milliseconds of rest in typing after which it is searched: shorter than a thought, longer than a keystroke. */
const REST_MS = 200;

/** As much where a filter is being typed: half a tag is none, so there is nothing to see before it is whole. */
const REST_IN_FILTER_MS = 700;

interface SearchText {
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
function useSearchText(): SearchText {
  const [pathname, navigate] = useLocation();
  const query = useQuery();
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
    const last = searchItems(typed).at(-1);
    const isTyping = last?.end === typed.length && last.name !== undefined;
    // A filter that lacks its value would only be a word.
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

/** The search box: finds while one types, and suggests tags, folders and whatever else a search can name. */
export function SearchBox({ isShort = false }: { isShort?: boolean }) {
  const { t } = useTranslation("links", { keyPrefix: "search" });
  const { text, type, search } = useSearchText();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [hasHelp, setHelp] = useState(false);
  /** What is suggested at the moment, as the list below tells. */
  const [offered, setOffered] = useState<readonly Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const item: SearchItem | undefined = itemAt(text, caret);
  const isListed = isOpen && offered.length > 0;

  function close(): void {
    setOpen(false);
    setActive(-1);
  }

  function readCaret(): void {
    setCaret(input.current?.selectionStart ?? text.length);
  }

  function take(suggestion: Suggestion): void {
    const next = replaceItem(text, item, suggestion.text);
    if (suggestion.value === "") type(next.q);
    else search(next.q);
    setCaret(next.caret);
    setActive(-1);
    if (!suggestion.text.endsWith(":")) setOpen(false);
    input.current?.focus();
    // Once the box holds the new text.
    window.requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter, arrows and Escape belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return;
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
            setCaret(event.target.selectionStart ?? event.target.value.length);
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
          <button
            type="button"
            className="icon-btn"
            aria-label={t("clear")}
            onClick={() => {
              search("");
              input.current?.focus();
            }}
          >
            <X className="icon icon-m" />
          </button>
        )}
        <button
          type="button"
          className="icon-btn search__help"
          aria-label={t("help")}
          title={t("help")}
          aria-haspopup="dialog"
          onClick={() => setHelp(true)}
        >
          <CircleQuestionMark className="icon icon-m" />
        </button>
        {isOpen && <Suggestions id={LIST} item={item} active={active} onOffered={setOffered} onTaken={take} />}
      </search>
      {hasHelp && <SearchHelp onClose={() => setHelp(false)} />}
    </>
  );
}

/** Where the thumb is on a phone: the search, and what is done most beside it. */
export function Dock({ inert, children }: { inert: boolean; children?: ReactNode }) {
  return (
    <div className="dock" inert={inert}>
      <SearchBox isShort />
      {children}
    </div>
  );
}
