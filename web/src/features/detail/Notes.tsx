import { type LinkDetail, NOTES_CHARS } from "@satchel/contracts";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChangeLinkMutation } from "../../links/changes.api.ts";

/** Milliseconds after the last letter until notes are kept. */
const QUIET_MS = 800;

/** The owner's notes on a link: kept by themselves a moment after the last letter, and when the field is left. */
export function Notes({ link }: { link: LinkDetail }) {
  const { t } = useTranslation("detail");
  const [change, { isLoading, isSuccess }] = useChangeLinkMutation();
  const [draft, setDraft] = useState(link.notes ?? "");
  const kept = useRef(link.notes ?? "");
  const id = useId();

  const keep = (): void => {
    const notes = draft.trim() === "" ? "" : draft;
    if (notes === kept.current) return;
    kept.current = notes;
    void change({ link, change: { notes } });
  };
  const latest = useRef(keep);
  useLayoutEffect(() => {
    latest.current = keep;
  });

  useEffect(() => {
    const timer = window.setTimeout(() => latest.current(), QUIET_MS);
    return () => window.clearTimeout(timer);
  }, [draft]);
  // What was typed last goes along when the panel is closed.
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
