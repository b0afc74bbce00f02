import { type Tag, texts } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { errorShown } from "../../kit/toasts.slice.ts";
import { useDeleteTagMutation } from "./tags.api.ts";

/** Asks before a tag is taken from more links than can be undone. */
export function DeleteTagDialog({ tag: { name, count }, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation("tags");
  const { t: inShell } = useTranslation("kit");
  const dispatch = useAppDispatch();
  const [remove] = useDeleteTagMutation();

  async function confirm(): Promise<void> {
    onClose();
    const { error } = await remove(name);
    if (error !== undefined) dispatch(errorShown(texts.unexpected));
  }

  return (
    <Dialog className="dialog" label={t("confirm.title", { name })} onClose={onClose}>
      <div className="dialog__head">
        <h2 className="title-card">{t("confirm.title", { name })}</h2>
      </div>
      <div className="dialog__body">
        <p>{t("confirm.text", { count })}</p>
        <div className="actions actions--end">
          <button type="button" className="btn btn--plain" onClick={onClose}>
            {inShell("cancel")}
          </button>
          <button type="button" className="btn btn--danger" onClick={() => void confirm()}>
            {t("confirm.delete")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
