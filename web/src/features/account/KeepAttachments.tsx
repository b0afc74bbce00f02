import { texts } from "@satchel/contracts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { OnOff } from "../../kit/OnOff.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { useChangeMailSettingsMutation, useMailSettingsQuery } from "./newsletters.api.ts";

/** The switch for attachments of mails to the save address. */
export function KeepAttachments() {
  const { t } = useTranslation("account", { keyPrefix: "attachments" });
  const dispatch = useAppDispatch();
  const { data: settings } = useMailSettingsQuery();
  const [change] = useChangeMailSettingsMutation();
  const id = useId();

  async function onChange(isOn: boolean): Promise<void> {
    const { error } = await change(isOn);
    if (error !== undefined) dispatch(errorShown(texts.unexpected));
  }

  return (
    <section className="stack keep-files" aria-labelledby={id}>
      <div className="split">
        <h4 className="label" id={id}>
          {t("title")}
        </h4>
        <OnOff isOn={settings?.keeps_attachments} onChange={(isOn) => void onChange(isOn)} aria-labelledby={id} />
      </div>
      <p className="hint">{t("text")}</p>
    </section>
  );
}
