import { LayoutGrid, List, type LucideIcon, Rows3 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { DISPLAYS, type Display, displayChosen, selectDisplay, storeDisplay } from "../../links/list.slice.ts";
import { SearchBox } from "./SearchBox.tsx";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";

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

/** Where the thumb is on a phone: the search, and what is done most beside it. */
export function Dock({ inert, children }: { inert: boolean; children?: ReactNode }) {
  return (
    <div className="dock" inert={inert}>
      <SearchBox isShort />
      {children}
    </div>
  );
}
