import { Ban } from "lucide-react";
import { FOLDER_EMOJI_CHARS, FOLDER_NAME_CHARS, texts } from "@satchel/contracts";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FolderRow } from "../../folders/tree.ts";
import { Dialog, DialogHead } from "../../kit/Dialog.tsx";
import { changeErrorText, useChangeFolderMutation } from "../../folders/folders.api.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";

/** Colors to choose from, with equal lightness and enough contrast in both themes. */
const FOLDER_COLORS = {
  clay: "#b4603a",
  amber: "#a87412",
  moss: "#5f8341",
  teal: "#2d8580",
  sky: "#3b7fb0",
  iris: "#6f70c4",
  plum: "#9a5cab",
  rose: "#bd5673",
} as const;

interface FolderLookFieldsProps {
  readonly color: string | null;
  readonly emoji: string;
  readonly emojiLength: number;
  readonly onColor: (color: string | null) => void;
  readonly onEmoji: (emoji: string) => void;
}

const COLORS = Object.entries(FOLDER_COLORS) as [keyof typeof FOLDER_COLORS, string][];

/** Emoji to choose from, for common subjects of folders. Any other can be typed. */
const EMOJI = "📚 📰 🎓 💡 💼 🛠️ 💻 🔬 🎨 📷 🎵 🎬 🍞 🍲 ☕ 🌱 🏠 🧺 ✈️ 🗺️ ⛰️ 🏃 🎁 ❤️".split(" ");

/** Fields for the color and the emoji of a folder. */
function FolderLookFields({ color, emoji, emojiLength, onColor, onEmoji }: FolderLookFieldsProps) {
  const { t } = useTranslation("folder-tree");
  const emojiId = useId();
  const hintId = useId();

  return (
    <>
      <fieldset className="swatches">
        <legend className="label">{t("look.color")}</legend>
        <label className="swatch" title={t("look.noColor")}>
          <input
            type="radio"
            name="color"
            checked={color === null}
            aria-label={t("look.noColor")}
            onChange={() => onColor(null)}
          />
          <Ban className="icon icon-m" />
        </label>
        {COLORS.map(([name, value]) => (
          <label key={name} className="swatch" title={t(`look.colors.${name}`)}>
            <input
              type="radio"
              name="color"
              checked={color === value}
              aria-label={t(`look.colors.${name}`)}
              onChange={() => onColor(value)}
            />
            <i style={{ background: value }} />
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor={emojiId}>{t("look.emoji")}</label>
        <div className="emojis" role="group" aria-label={t("look.suggested")}>
          {EMOJI.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === emoji}
              onClick={() => onEmoji(each === emoji ? "" : each)}
            >
              {each}
            </button>
          ))}
        </div>
        <input
          id={emojiId}
          className="input input--emoji"
          value={emoji}
          maxLength={emojiLength}
          aria-describedby={hintId}
          onChange={(event) => onEmoji(event.target.value)}
        />
        <p className="hint" id={hintId}>
          {t("look.emojiHint")}
        </p>
      </div>
    </>
  );
}

/** Edits name, color and emoji of a folder. */
export function EditFolderDialog({ row, onDone }: { row: FolderRow; onDone: () => void }) {
  const { t } = useTranslation("folder-tree");
  const { t: ofTree } = useTranslation("folders");
  const inLanguage = useCatalogue();
  const [name, setName] = useState(row.name);
  const [color, setColor] = useState(row.color);
  const [emoji, setEmoji] = useState(row.emoji ?? "");
  const [error, setError] = useState("");
  const [change, { isLoading }] = useChangeFolderMutation();
  const nameInput = useRef<HTMLInputElement>(null);
  const nameId = useId();
  const errorId = useId();

  // After the dialog has opened, which focuses its first button.
  useEffect(() => nameInput.current?.select(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() === "" || isLoading) return;
    // Only changed fields, so that a name with an appended number is not sent as a new name.
    const changes = {
      ...(name.trim() !== row.name && { name: name.trim() }),
      ...(color !== row.color && { color }),
      ...(emoji.trim() !== (row.emoji ?? "") && { emoji: emoji.trim() === "" ? null : emoji.trim() }),
    };
    if (Object.keys(changes).length === 0) return onDone();
    const answer = await change({ id: row.id, change: changes });
    if (answer.error === undefined) onDone();
    else setError((isProblem(answer.error) ? changeErrorText(answer.error) : undefined) ?? texts.unexpected);
  }

  return (
    <Dialog className="dialog" label={t("look.label", { name: row.name })} onClose={onDone}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogHead title={t("look.title")} onClose={onDone} />
        <div className="dialog__body folder-look">
          <div className="field">
            <label htmlFor={nameId}>{ofTree("name")}</label>
            <input
              id={nameId}
              className="input"
              value={name}
              maxLength={FOLDER_NAME_CHARS}
              ref={nameInput}
              aria-describedby={errorId}
              onChange={(event) => {
                setName(event.target.value);
                setError("");
              }}
            />
          </div>
          <FolderLookFields
            color={color}
            emoji={emoji}
            emojiLength={FOLDER_EMOJI_CHARS}
            onColor={setColor}
            onEmoji={(chosen) => {
              setEmoji(chosen);
              setError("");
            }}
          />
          <p className="folder-look__error" id={errorId} role="alert">
            {inLanguage(error)}
          </p>
        </div>
        <div className="folder-look__foot">
          <button type="button" className="btn btn--plain" onClick={onDone}>
            {ofTree("cancel")}
          </button>
          <button type="submit" className="btn btn--accent" disabled={name.trim() === "" || isLoading}>
            {t("look.save")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
