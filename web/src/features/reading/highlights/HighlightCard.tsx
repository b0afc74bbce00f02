import { type Highlight, texts } from "@satchel/contracts";
import { MessageSquarePlus, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../../kit/state.ts";
import { errorShown } from "../../../kit/toasts.slice.ts";
import { keepDraft } from "../../../session/drafts.ts";
import { COLORS } from "./colors.ts";
import { editHighlight, type HighlightChanges, removeHighlight } from "./highlights.api.ts";
import { Markdown } from "./Markdown.tsx";
import { NoteForm } from "./NoteForm.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";

interface HighlightCardProps {
  readonly highlight: Highlight;
  readonly isLost: boolean;
  readonly isChosen: boolean;
  /** Whether its note is to be written at once. */
  readonly isWriting: boolean;
  readonly onChoose: () => void;
  /** Shows its place in the text. */
  readonly onGo: () => void;
  readonly onWritten: () => void;
}

/** The colours of a highlight, of which one is its own. */
function Colors({ highlight, onChange }: { highlight: Highlight; onChange: (changes: HighlightChanges) => void }) {
  const { t } = useTranslation("highlights");
  return (
    <div className="marks__colors" role="group" aria-label={t("colors")}>
      {COLORS.map((color) => (
        <button
          key={color}
          type="button"
          className="marks__color"
          data-color={color}
          aria-pressed={highlight.color === color}
          aria-label={t("chooseColor", { color: t(`color.${color}`) })}
          title={t(`color.${color}`)}
          onClick={() => onChange({ color })}
        />
      ))}
    </div>
  );
}

/** A highlight beside its article: quotation, note, and what can be done with it. */
export function HighlightCard({ highlight, isLost, isChosen, isWriting, ...props }: HighlightCardProps) {
  const { onChoose, onGo, onWritten } = props;
  const { t } = useTranslation("highlights");
  const dispatch = useAppDispatch();
  const [isEditing, setEditing] = useState(isWriting);
  const { id, quote, note, color } = highlight;

  const draft = `mark.${id}`;

  const attempt = (work: Promise<void>, written?: string): void =>
    void work.catch(() => {
      if (written !== undefined) keepDraft(draft, { text: written });
      dispatch(errorShown(texts.unexpected));
    });
  const change = (changes: HighlightChanges): void =>
    attempt(
      dispatch(editHighlight(highlight, changes, t(changes.note === undefined ? "recolored" : "noted"))),
      changes.note,
    );
  function end(): void {
    setEditing(false);
    onWritten();
  }

  return (
    <li
      className="marks__item"
      id={`mark-${id}`}
      data-color={color}
      data-chosen={isChosen || undefined}
      data-lost={isLost || undefined}
      onFocus={onChoose}
      onPointerDown={onChoose}
    >
      <span className="sr">{t("item", { color: t(`color.${color}`) })}</span>
      {isLost ? (
        <>
          <blockquote>{quote.exact}</blockquote>
          <p className="marks__lost">
            <b>{t("lost")}</b> {t("lostText")}
          </p>
        </>
      ) : (
        <blockquote>
          <button type="button" className="marks__quote" title={t("goTo")} onClick={onGo}>
            {quote.exact}
          </button>
        </blockquote>
      )}
      {isEditing ? (
        <NoteForm
          name={draft}
          note={note ?? ""}
          onSave={(written) => {
            if (written.trim() !== (note ?? "")) change({ note: written });
            end();
          }}
          onCancel={end}
        />
      ) : (
        note !== null && <Markdown text={note} />
      )}
      {!isEditing && (
        <div className="marks__acts">
          <Colors highlight={highlight} onChange={change} />
          <IconButton
            label={t(note === null ? "addNote" : "editNote")}
            icon={note === null ? MessageSquarePlus : Pencil}
            size="m"
            onClick={() => setEditing(true)}
          />
          <IconButton
            label={t("delete")}
            icon={Trash2}
            size="m"
            isDanger
            onClick={() => attempt(dispatch(removeHighlight(highlight, t("deleted"))))}
          />
        </div>
      )}
    </li>
  );
}
