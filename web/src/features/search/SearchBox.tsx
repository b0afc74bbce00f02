import { SEARCH_CHARS } from "@satchel/contracts";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { part } from "../../kit/parts/part.tsx";
import { SEARCH_BOX } from "../../links/search/address.ts";
import type { Suggestion } from "../../links/search/suggestions.ts";
import "./search.css";
import { type Item, itemAt, replaceItem } from "../../links/search/syntax.ts";
import { useSearchText } from "./useSearchText.ts";

const Suggestions = part("search/Suggestions", async () => (await import("./Suggestions.tsx")).Suggestions);

const LIST = "search-suggestions";

/** The search box: finds while one types, and suggests tags, folders and whatever else a search can name. */
export function SearchBox({ isShort = false }: { isShort?: boolean }) {
  const { t } = useTranslation("search");
  const { text, type, search } = useSearchText();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  /** What is suggested at the moment, as the list below tells. */
  const [offered, setOffered] = useState<readonly Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const item: Item | undefined = itemAt(text, caret);
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
      {isOpen && <Suggestions id={LIST} item={item} active={active} onOffered={setOffered} onTaken={take} />}
    </search>
  );
}
