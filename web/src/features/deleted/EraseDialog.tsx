import type { DeletedLink } from "@satchel/contracts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Actions, Dialog } from "../../kit/Dialog.tsx";
import { Progress } from "../../kit/Progress.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown, noteShown } from "../../kit/toasts.slice.ts";
import { titleOfLink } from "../../links/linkText.ts";
import { eraseAll, eraseLinks } from "./deleted.api.ts";

/** The links to erase: some, or all deleted ones, with their number. */
export type Erasure = { readonly links: readonly DeletedLink[] } | { readonly all: number };

/** Confirms the erasure of links, and shows its progress. The erasure continues when it is closed. */
export function EraseDialog({ what, onClose }: { what: Erasure; onClose: () => void }) {
  const { t } = useTranslation("archive", { keyPrefix: "deleted" });
  const { t: ofLinks } = useTranslation("links");
  const { t: inShell } = useTranslation("kit");
  const dispatch = useAppDispatch();
  const [erased, setErased] = useState<number>();
  const size = "all" in what ? what.all : what.links.length;
  const single = "links" in what && size === 1 ? what.links[0] : undefined;
  const done = Math.min(erased ?? 0, size);
  const several = "all" in what ? t("ask.all", { count: size }) : t("ask.several", { count: size });
  const title = single === undefined ? several : t("ask.one");

  async function erase(): Promise<void> {
    setErased(0);
    const erasing = "all" in what ? eraseAll(setErased) : eraseLinks(what.links, setErased);
    const { count, error } = await dispatch(erasing);
    if (count > 0) dispatch(noteShown(t("erased", { count })));
    if (error !== undefined) dispatch(errorShown(error));
    onClose();
  }

  return (
    <Dialog role="alertdialog" title={title} onClose={onClose}>
      <div className="dialog__body dialog__body--form">
        {single !== undefined && (
          <p>
            <bdi>{titleOfLink(single, ofLinks)}</bdi>
          </p>
        )}
        {erased === undefined ? (
          <p>{t(size === 1 ? "ask.text" : "ask.textMany")}</p>
        ) : (
          <Progress label={title} done={done} of={size} text={t("erasing", { done, of: size })} />
        )}
        <Actions onCancel={onClose} cancel={erased === undefined ? undefined : inShell("close")}>
          <button
            type="button"
            className="btn btn--danger"
            disabled={erased !== undefined}
            onClick={() => void erase()}
          >
            {t("ask.do", { count: size })}
          </button>
        </Actions>
      </div>
    </Dialog>
  );
}
