import { CODE_DIGITS, texts } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { reasonOf } from "../../kit/transport/call.ts";
import { beginSession } from "../../session/session.api.ts";
import { CodeScreen, useCodeEntry } from "./CodeForm.tsx";
import { useProveSsoMutation } from "./signIn.api.ts";

interface ProofFormProps {
  /** The provider as its button says. */
  readonly label: string;
  readonly stayLoggedIn: boolean;
  readonly onBack: () => void;
}

/** Asks for the code that proves that the account of an address is one's own; the right one begins the session. */
export function ProofForm({ label, stayLoggedIn, onBack }: ProofFormProps) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("landing");
  const [prove, { isLoading }] = useProveSsoMutation();
  const entry = useCodeEntry(isLoading, async (whole) => {
    const answer = await prove(whole);
    if (answer.error !== undefined) return reasonOf(answer.error, texts.verification.failed);
    if (!answer.data.access_token) return texts.unexpectedResponse;
    dispatch(beginSession(stayLoggedIn));
    return "";
  });
  return (
    <CodeScreen
      entry={entry}
      tab={t("sso.proof.tab")}
      title={t("sso.proof.title")}
      sent={t("sso.proof.sent", { provider: label, digits: CODE_DIGITS })}
      action={t("sso.proof.send")}
      foot={
        <button className="text-link" type="button" onClick={onBack}>
          {t("sso.proof.back")}
        </button>
      }
    />
  );
}
