import { type Tag, TAG_CHARS } from "@satchel/contracts";
import { X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../kit/hooks.ts";
import { takesFocus } from "../kit/Dialog.tsx";
import { useTags } from "./detail.api.ts";
import { suggestTags, withTyped } from "./suggestTags.ts";
import "./tags.css";

interface TagInputProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** Called with what is in the field, whenever it changes. */
  readonly onTyped?: (typed: string) => void;
  /** It is what its dialog is for: it takes the focus, and suggestions are always shown, even before any input. */
  readonly isOpenFirst?: boolean;
  /** Whether only existing tags can be chosen. */
  readonly onlyKnown?: boolean;
}

const none: readonly Tag[] = [];

/** Tags as chips, and a field for more that suggests existing ones (ARIA practices: combobox with list). */
export function TagInput({ tags, onChange, onTyped, isOpenFirst = false, onlyKnown = false }: TagInputProps) {
  const { t } = useTranslation("links");
  const { t: inTags } = useTranslation("selection", { keyPrefix: "tags" });
  const known = useTags() ?? none;
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLInputElement | null>(null);
  const list = useId();
  const suggestions = suggestTags(known, typed, tags);
  // Permanent suggestions must not disappear on blur, because the control that is being pressed would move.
  const isShown = suggestions.length > 0 && (isOpenFirst || (isOpen && typed.trim() !== ""));

  function type(text: string): void {
    setTyped(text);
    onTyped?.(text);
  }

  function add(text: string): void {
    const next = withTyped(tags, text, known, onlyKnown);
    type("");
    setActive(-1);
    if (next !== tags) onChange(next);
  }

  function remove(tag: string): void {
    onChange(tags.filter((each) => each !== tag));
    field.current?.focus();
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event.nativeEvent)) return;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const by = key === "ArrowDown" ? 1 : -1;
      setActive((before) => Math.min(Math.max(before + by, -1), suggestions.length - 1));
    } else if (key === "Enter" || key === "," || (key === "Tab" && typed.trim() !== "")) {
      if (key === "Enter" && typed.trim() === "" && active === -1) return;
      event.preventDefault();
      add(isShown && active >= 0 ? (suggestions[active] ?? typed) : typed);
    } else if (key === "Escape" && (typed !== "" || (isShown && !isOpenFirst))) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      type("");
    } else if (key === "Backspace" && typed === "" && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  }

  return (
    <div className="tags-edit">
      {/* So that a screen reader says what Enter added and Backspace removed: the focus stays in the field. */}
      <div className="tags-edit__tags" aria-live="polite" aria-relevant="additions removals">
        {tags.map((tag) => (
          <span className="chip" key={tag}>
            <bdi>{tag}</bdi>
            <button type="button" aria-label={inTags("removeOne", { tag })} onClick={() => remove(tag)}>
              <X className="icon icon-s" />
            </button>
          </span>
        ))}
      </div>
      <div className="tags-edit__field">
        <input
          ref={(input) => {
            field.current = input;
            if (isOpenFirst) takesFocus(input);
          }}
          className="input"
          role="combobox"
          aria-label={inTags("addOne")}
          aria-expanded={isShown}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active >= 0 ? `${list}-${active}` : undefined}
          autoComplete="off"
          dir="auto"
          placeholder={inTags("addOne")}
          maxLength={TAG_CHARS}
          value={typed}
          onChange={(event) => {
            type(event.target.value);
            setActive(-1);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            if (typed.trim() !== "" && !isOpenFirst) add(typed);
          }}
          onKeyDown={onKey}
        />
        <ul className="tags-edit__list" id={list} role="listbox" aria-label={t("tags.title")} hidden={!isShown}>
          {suggestions.map((name, index) => (
            <li
              key={name}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              // So that the field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => add(name)}
            >
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
