import { CODE_DIGITS, texts } from "@satchel/contracts";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNote } from "../../kit/ErrorNote.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import type { Problem } from "../../kit/transport/call.ts";
import { beginSession } from "../../session/session.api.ts";
import { CodeInput, isWholeCode } from "./CodeForm.tsx";
import { OutboxHint } from "./OutboxHint.tsx";
import { useProveSsoMutation } from "./signIn.api.ts";

interface ProofFormProps {
  /** The provider as its button says. */
  readonly label: string;
  readonly stayLoggedIn: boolean;
  readonly onBack: () => void;
}

/** The detail of a 400 is a text of the catalogue: a wrong code, too late, or a person who opens another account. */
const refusalOf = ({ status, detail }: Problem): string =>
  (status === 400 || status === 403) && detail !== "" ? detail : texts.verification.failed;

/** Asks for the code that proves that the account of an address is one's own; the right one begins the session. */
export function ProofForm({ label, stayLoggedIn, onBack }: ProofFormProps) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("landing");
  const [code, setCode] = useState("");
  const [error, setError] = useState("");
  const [prove, { isLoading }] = useProveSsoMutation();
  const id = useId();

  useEffect(() => {
    document.title = t("sso.proof.tab");
  }, [t]);

  async function send(whole: string): Promise<void> {
    if (!isWholeCode(whole) || isLoading) return;
    const answer = await prove(whole);
    if (answer.error !== undefined) setError(refusalOf(answer.error));
    else if (answer.data.access_token) dispatch(beginSession(stayLoggedIn));
    else setError(texts.unexpectedResponse);
  }

  return (
    <form
      className="sign sign--code"
      onSubmit={(event) => {
        event.preventDefault();
        void send(code);
      }}
    >
      <h1 className="sign__title">{t("sso.proof.title")}</h1>
      <p id={`${id}-sent`}>{t("sso.proof.sent", { provider: label, digits: CODE_DIGITS })}</p>
      <ErrorNote id={`${id}-error`} text={error} />
      <CodeInput
        code={code}
        isWrong={error === texts.verification.invalid}
        describedBy={`${id}-sent ${id}-error`}
        autoFocus
        onChange={(next) => {
          setCode(next);
          setError("");
          if (next !== code) void send(next);
        }}
      />
      <button className="btn btn--accent btn--big" type="submit" disabled={!isWholeCode(code)}>
        {t("sso.proof.send")}
      </button>
      <div className="sign__foot">
        <button className="text-link" type="button" onClick={onBack}>
          {t("sso.proof.back")}
        </button>
      </div>
      <OutboxHint />
    </form>
  );
}
