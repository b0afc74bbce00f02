import { LayoutGrid, List, type LucideIcon, Rows3 } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { type Display, displayChosen, DISPLAYS, selectDisplay, storeDisplay } from "../../links/display.slice.ts";

const icons: Record<Display, LucideIcon> = { list: List, cards: LayoutGrid, compact: Rows3 };

/** Shows the list in the next of its ways: one button, where there is no room for three. */
export function DockView() {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const chosen = useAppSelector(selectDisplay);
  const Icon = icons[chosen];
  const next = DISPLAYS[(DISPLAYS.indexOf(chosen) + 1) % DISPLAYS.length] ?? "list";

  useEffect(() => storeDisplay("as", chosen), [chosen]);

  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={`${t("view.label")}: ${t(`view.${chosen}`)}`}
      onClick={() => dispatch(displayChosen(next))}
    >
      <Icon className="icon" />
    </button>
  );
}
