import { FOLDER_EMOJI_CHARS } from "@satchel/contracts";
import { Ban } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

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
  readonly onColor: (color: string | null) => void;
  readonly onEmoji: (emoji: string) => void;
}

const COLORS = Object.entries(FOLDER_COLORS) as [keyof typeof FOLDER_COLORS, string][];

/** Emoji to choose from, for common subjects of folders. Any other can be typed. */
const EMOJI = "📚 📰 🎓 💡 💼 🛠️ 💻 🔬 🎨 📷 🎵 🎬 🍞 🍲 ☕ 🌱 🏠 🧺 ✈️ 🗺️ ⛰️ 🏃 🎁 ❤️".split(" ");

/** Fields for the color and the emoji of a folder. */
export function FolderLookFields({ color, emoji, onColor, onEmoji }: FolderLookFieldsProps) {
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
          maxLength={FOLDER_EMOJI_CHARS}
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
