import { texts } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { OnOff } from "../../kit/OnOff.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { useConfigQuery } from "../../session/config.slice.ts";
import { useAnswersQuery, useChangeAnswersMutation } from "./answers.api.ts";

/** The switch of answers by mail. They are in the language that the page has when they are switched on. */
export function AnswersByMail() {
  const { t, i18n } = useTranslation("account");
  const dispatch = useAppDispatch();
  const { data: config } = useConfigQuery();
  const { data: answers } = useAnswersQuery();
  const [change] = useChangeAnswersMutation();
  const language = i18n.language.startsWith("de") ? "de" : "en";

  async function onChange(isOn: boolean): Promise<void> {
    const { error } = await change({ is_on: isOn, language });
    if (error !== undefined) dispatch(errorShown(texts.unexpected));
  }

  return (
    <section className="stack" aria-label={t("answers.title")}>
      <div className="split">
        <h4>{t("answers.title")}</h4>
        <OnOff isOn={answers?.is_on} onChange={(isOn) => void onChange(isOn)} aria-label={t("answers.title")} />
      </div>
      <p>{t("answers.lead")}</p>
      {answers?.is_on === true && (
        <>
          <p>{t("answers.how", { address: config?.save_address ?? "…" })}</p>
          <ul className="answers__words">
            {(["search", "read", "undo", "tag", "folder", "note"] as const).map((word) => (
              <li key={word}>
                <code>{t(`answers.words.${word}.word`)}</code>
                <span>{t(`answers.words.${word}.does`)}</span>
              </li>
            ))}
          </ul>
          {answers.language !== language && (
            <button type="button" className="text-link" onClick={() => void onChange(true)}>
              {t("answers.inThisLanguage")}
            </button>
          )}
        </>
      )}
    </section>
  );
}
