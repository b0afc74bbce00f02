import { LayoutGrid, List, type LucideIcon, Rows3 } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { type Display, displayChosen, DISPLAYS, selectDisplay, storeDisplay } from "./list.slice.ts";

const icons: Record<Display, LucideIcon> = { list: List, cards: LayoutGrid, compact: Rows3 };

/** Chooses how links are shown. */
export function ViewSwitch() {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const chosen = useAppSelector(selectDisplay);

  useEffect(() => storeDisplay("as", chosen), [chosen]);

  return (
    <div className="seg" role="group" aria-label={t("view.label")}>
      {DISPLAYS.map((display) => {
        const Icon = icons[display];
        return (
          <button
            key={display}
            type="button"
            aria-pressed={display === chosen}
            aria-label={t(`view.${display}`)}
            title={t(`view.${display}`)}
            onClick={() => dispatch(displayChosen(display))}
          >
            <Icon className="icon icon-m" />
          </button>
        );
      })}
    </div>
  );
}
