import { CODE_DIGITS, CODE_SECONDS, texts } from "@satchel/contracts";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useAppDispatch } from "../../app/hooks.ts";
import type { Problem } from "../../app/transport/problem.ts";
import { beginSession } from "../session/session.api.ts";
import { CodeInput } from "./CodeInput.tsx";
import { isWholeCode } from "./codeDigits.ts";
import { ErrorNote } from "./ErrorNote.tsx";
import { OutboxHint } from "./OutboxHint.tsx";
import { type Registration, useResendCodeMutation, useVerifyEmailMutation } from "./signIn.api.ts";

const MINUTES = CODE_SECONDS / 60;

interface CodeFormProps {
  readonly registration: Registration;
  readonly onBack: () => void;
}

/** Asks for the code that was mailed; the right one begins the session. */
export function CodeForm({ registration, onBack }: CodeFormProps) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState("");
  const [error, setError] = useState("");
  const [resent, setResent] = useState(false);
  const [verify, { isLoading }] = useVerifyEmailMutation();
  const [resend, { isLoading: isResending }] = useResendCodeMutation();
  const errorId = useId();

  useEffect(() => {
    document.title = "Check your mail · Satchel";
  }, []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isWholeCode(code) || isLoading) return;
    const answer = await verify({ ...registration, code });
    if (answer.error !== undefined) {
      const { status } = answer.error as Problem;
      setError(status === 400 ? texts.verification.invalid : texts.verification.failed);
    } else if (answer.data.access_token) {
      dispatch(beginSession());
    } else {
      setError(texts.unexpectedResponse);
    }
  }

  async function sendAnother(): Promise<void> {
    if (isResending) return;
    setResent(false);
    setError("");
    setCode("");
    const answer = await resend(registration.email);
    if (answer.error === undefined) setResent(true);
    else setError(texts.verification.resendFailed);
  }

  return (
    <form className="sign sign--code" onSubmit={(event) => void submit(event)}>
      <h1 className="sign__title">Check your mail</h1>
      <p>
        We sent a {CODE_DIGITS}-digit code to <b>{registration.email}</b>. It is valid for {MINUTES} minutes.
      </p>
      <ErrorNote id={errorId} text={error} />
      <CodeInput
        code={code}
        isWrong={error === texts.verification.invalid}
        describedBy={errorId}
        autoFocus
        onChange={(next) => {
          setCode(next);
          setError("");
        }}
      />
      <button className="btn btn--accent btn--big" type="submit" disabled={!isWholeCode(code)}>
        Sign in
      </button>
      <div className="sign__foot">
        <button className="text-link" type="button" onClick={onBack}>
          Back to email
        </button>
        <button className="text-link" type="button" onClick={() => void sendAnother()}>
          Resend code
        </button>
      </div>
      <div className="hint" role="status">
        {resent && "A new code is on its way."}
      </div>
      <OutboxHint />
    </form>
  );
}
