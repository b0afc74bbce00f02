import { CODE_DIGITS, CODE_SECONDS, texts } from "@satchel/contracts";
import { useEffect, useId, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import type { Problem } from "../../kit/transport/call.ts";
import { beginSession } from "../../session/session.api.ts";
import { CodeInput } from "./CodeInput.tsx";
import { isWholeCode } from "./CodeInput.tsx";
import { ErrorNote } from "../../kit/ErrorNote.tsx";
import { OutboxHint } from "./OutboxHint.tsx";
import { type Registration, useResendCodeMutation, useVerifyEmailMutation } from "./signIn.api.ts";
import { useCountdown } from "./useCountdown.ts";

const MINUTES = CODE_SECONDS / 60;

/** Seconds between two new codes: a mail takes some on its way, and each new code voids the one that is about to come. */
const RESEND_WAIT = 30;

interface CodeFormProps {
  readonly registration: Registration;
  readonly onBack: () => void;
}

/** Asks for the code that was mailed; the right one begins the session. */
export function CodeForm({ registration, onBack }: CodeFormProps) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("landing");
  const [code, setCode] = useState("");
  const [error, setError] = useState("");
  const [resent, setResent] = useState(false);
  const [verify, { isLoading }] = useVerifyEmailMutation();
  const [resend, { isLoading: isResending }] = useResendCodeMutation();
  const [wait, beginWait] = useCountdown();
  const id = useId();

  useEffect(() => {
    document.title = t("code.tab");
  }, [t]);

  async function send(whole: string): Promise<void> {
    if (!isWholeCode(whole) || isLoading) return;
    const answer = await verify({ ...registration, code: whole });
    if (answer.error !== undefined) {
      const { status } = answer.error as Problem;
      setError(status === 400 ? texts.verification.invalid : texts.verification.failed);
    } else if (answer.data.access_token) {
      dispatch(beginSession(registration.stay_logged_in));
    } else {
      setError(texts.unexpectedResponse);
    }
  }

  async function sendAnother(): Promise<void> {
    if (isResending || wait > 0) return;
    setResent(false);
    setError("");
    setCode("");
    const answer = await resend(registration.email);
    if (answer.error !== undefined) return setError(texts.verification.resendFailed);
    setResent(true);
    beginWait(RESEND_WAIT);
  }

  return (
    <form
      className="sign sign--code"
      onSubmit={(event) => {
        event.preventDefault();
        void send(code);
      }}
    >
      <h1 className="sign__title">{t("code.title")}</h1>
      <p id={`${id}-sent`}>
        <Trans
          t={t}
          i18nKey="code.sent"
          values={{ digits: CODE_DIGITS, email: registration.email, minutes: MINUTES }}
          components={{ b: <b /> }}
        />
      </p>
      <ErrorNote id={`${id}-error`} text={error} />
      <CodeInput
        code={code}
        isWrong={error === texts.verification.invalid}
        describedBy={`${id}-sent ${id}-error`}
        autoFocus
        onChange={(next) => {
          setCode(next);
          setError("");
          // Nobody types a sixth digit to look at it.
          if (next !== code) void send(next);
        }}
      />
      <button className="btn btn--accent btn--big" type="submit" disabled={!isWholeCode(code)}>
        {t("signIn")}
      </button>
      <div className="sign__foot">
        <button className="text-link" type="button" onClick={onBack}>
          {t("back")}
        </button>
        <button className="text-link" type="button" aria-disabled={wait > 0} onClick={() => void sendAnother()}>
          {wait > 0 ? t("code.resendIn", { seconds: wait }) : t("code.resend")}
        </button>
      </div>
      <div className="hint" role="status">
        {resent && t("code.resent")}
      </div>
      <OutboxHint />
    </form>
  );
}
