import { Ban } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

/** Colours to choose from, of the same lightness, so that each can be told from the page by day and by night. */
export const FOLDER_COLORS = {
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

/** Fields for the colour and the emoji of a folder. */
export function FolderLookFields({ color, emoji, emojiLength, onColor, onEmoji }: FolderLookFieldsProps) {
  const { t } = useTranslation("folders");
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
