import { DESCRIPTION_CHARS, type LinkDetail, NOTES_CHARS, TITLE_CHARS } from "@satchel/contracts";
import { Pencil } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../kit/hooks.ts";
import { useChangeLinkMutation } from "../../links/changes.api.ts";
import { draftOf, dropDraft, keepDraft } from "../../session/drafts.ts";
import { IconButton } from "../../kit/IconButton.tsx";

interface EditableTextProps {
  /** Of the draft: what could not be saved is edited again. */
  readonly name: string;
  readonly kind: "title" | "description";
  readonly text: string | null;
  /** Shown if there is no text. */
  readonly placeholder: string;
  readonly label: string;
  readonly hint: string;
  readonly editLabel: string;
  readonly startsEditing?: boolean;
  readonly onSave: (text: string) => Promise<{ readonly error?: unknown }>;
}

const CHARS = { title: TITLE_CHARS, description: DESCRIPTION_CHARS } as const;

/**
 * A text with in-place editing: Enter saves a title, Ctrl or Cmd+Enter a description; Escape cancels. What was not saved, as
 * when the session has ended, is in the field again.
 */
export function EditableText(props: EditableTextProps) {
  const { name, kind, text, placeholder, label, hint, editLabel, startsEditing = false, onSave } = props;
  const { t } = useTranslation("detail");
  const { t: ofKit } = useTranslation("kit");
  const [draft, setDraft] = useState(() => draftOf(name)?.text ?? (startsEditing ? (text ?? "") : undefined));
  const field = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const shown = useRef<HTMLHeadingElement & HTMLParagraphElement>(null);
  const [isWhole, setWhole] = useState(false);
  const [isCut, setCut] = useState(false);
  const hintId = useId();
  const isEditing = draft !== undefined;

  useEffect(() => {
    if (!isEditing) return;
    field.current?.focus();
    field.current?.select();
  }, [isEditing]);

  // Whether it has more lines than are shown at first.
  useLayoutEffect(() => {
    const element = shown.current;
    if (element !== null && !isWhole) setCut(element.scrollHeight > element.clientHeight + 1);
  }, [text, isWhole, isEditing]);

  const unsaved = useRef<string>(undefined);
  useLayoutEffect(() => {
    unsaved.current = draft === (text ?? "") ? undefined : draft;
  });
  useEffect(
    () => () => {
      if (unsaved.current !== undefined) keepDraft(name, { text: unsaved.current });
    },
    [name],
  );

  async function save(typed: string): Promise<void> {
    // Until the answer: it may be that the session has ended.
    keepDraft(name, { text: typed });
    const { error } = await onSave(typed);
    if (error === undefined) dropDraft(name);
    else setDraft(typed);
  }

  function end(isSaved: boolean): void {
    const typed = kind === "title" ? draft?.replaceAll(/\s+/g, " ").trim() : draft?.trim();
    dropDraft(name);
    if (isSaved && typed !== undefined && typed !== (text ?? "")) void save(typed);
    setDraft(undefined);
    requestAnimationFrame(() => button.current?.focus());
  }

  function onKey(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    const isEnd = event.key === "Enter" && (kind === "title" || event.ctrlKey || event.metaKey);
    if (isEnd || event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      end(isEnd);
    }
  }

  if (draft !== undefined) {
    return (
      <div className="edit">
        <textarea
          ref={field}
          className={kind === "title" ? "input edit__title" : "input edit__text"}
          aria-label={label}
          aria-describedby={hintId}
          dir="auto"
          rows={kind === "title" ? 2 : 4}
          maxLength={CHARS[kind]}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKey}
        />
        <p className="hint" id={hintId}>
          {hint}
        </p>
        <div className="edit__acts">
          <button type="button" className="btn btn--accent" onClick={() => end(true)}>
            {t("save")}
          </button>
          <button type="button" className="btn btn--ghost" onClick={() => end(false)}>
            {ofKit("cancel")}
          </button>
        </div>
      </div>
    );
  }
  const Shown = kind === "title" ? "h2" : "p";
  return (
    <div className="editable">
      <div className="editable__text">
        <Shown
          ref={shown}
          className={kind === "title" ? "title-card" : "panel__text"}
          dir="auto"
          data-cut={(kind === "description" && !isWhole) || undefined}
        >
          {text === null ? <span className="panel__none">{placeholder}</span> : text}
        </Shown>
        {(isCut || isWhole) && (
          <button type="button" className="text-link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {t(isWhole ? "less" : "more")}
          </button>
        )}
      </div>
      <IconButton label={editLabel} icon={Pencil} size="m" ref={button} onClick={() => setDraft(text ?? "")} />
    </div>
  );
}

/** Milliseconds after the last key until notes are saved. */
const QUIET_MS = 800;

/** Notes that were not saved. */
interface NotesDraft {
  readonly text: string;
  /** What was saved before them. */
  readonly before: string;
}

/** Notes with what was typed and not saved: below them, where they were changed elsewhere since. */
function withDraft(notes: string, draft: NotesDraft | undefined): string {
  if (draft === undefined || draft.text === notes) return notes;
  return draft.before === notes || notes === "" ? draft.text : `${notes}\n\n${draft.text}`.slice(0, NOTES_CHARS);
}

/**
 * The owner's notes on a link, saved automatically after a pause and on blur. What was not saved, as when the session
 * has ended, is saved when they are shown again. Those that were changed elsewhere replace them; what is being typed goes below.
 */
export function Notes({ link }: { link: LinkDetail }) {
  const { t } = useTranslation("detail");
  const [change, { isLoading, isSuccess }] = useChangeLinkMutation();
  const name = `notes.${link.id}`;
  const [draft, setDraft] = useState(() => withDraft(link.notes ?? "", draftOf<NotesDraft>(name)));
  const notesNow = link.notes ?? "";
  const kept = useRef(notesNow);
  const saved = useRef(notesNow);
  const id = useId();

  const keep = (): void => {
    const notes = draft.trim() === "" ? "" : draft;
    if (notes === kept.current) return;
    kept.current = notes;
    void change({ link, change: { notes } }).then(({ error }) => {
      if (error === undefined) saved.current = notes;
      const unsaved: NotesDraft = { text: notes, before: saved.current };
      keepDraft(name, error === undefined ? undefined : unsaved);
    });
  };
  const latest = useRef(keep);
  useLayoutEffect(() => {
    latest.current = keep;
  });

  useEffect(() => {
    // The server trims what is saved here.
    if ([kept, saved].some(({ current }) => current.trim() === notesNow.trim())) return;
    const before = saved.current;
    setDraft((text) => withDraft(notesNow, text === before ? undefined : { text, before }));
    kept.current = notesNow;
    saved.current = notesNow;
  }, [notesNow]);

  useEffect(() => {
    const timer = window.setTimeout(() => latest.current(), QUIET_MS);
    return () => window.clearTimeout(timer);
  }, [draft]);
  // Saves the last input when the panel is closed.
  useEffect(() => () => latest.current(), []);

  function onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.currentTarget.closest<HTMLElement>(".panel")?.focus();
  }

  return (
    <div className="field notes">
      <label htmlFor={id}>{t("notes")}</label>
      <textarea
        id={id}
        className="input notes__text"
        dir="auto"
        rows={3}
        maxLength={NOTES_CHARS}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={onKey}
      />
      <p className="hint" role="status">
        {isLoading ? t("saving") : isSuccess ? t("savedNotes") : t("notesHint")}
      </p>
    </div>
  );
}
