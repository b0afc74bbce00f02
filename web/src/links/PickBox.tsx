import type { Link } from "@satchel/contracts";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../kit/state.ts";
import { pick } from "./selection/pick.ts";
import { titleOfLink } from "./linkText.ts";

/** Selects a link; with Shift, all from the one that was selected last. */
export function PickBox({ link, isSelected }: { link: Link; isSelected: boolean }) {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();

  function toggle(event: MouseEvent): void {
    dispatch(pick(link.id, event.shiftKey));
  }

  return (
    <label className="link__pick">
      <input
        className="box"
        type="checkbox"
        aria-label={t("select", { title: titleOfLink(link, t) })}
        checked={isSelected}
        // A click alone knows of the Shift key; the space bar makes one too.
        onChange={() => undefined}
        onClick={toggle}
      />
    </label>
  );
}
