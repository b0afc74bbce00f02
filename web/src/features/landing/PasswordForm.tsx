import { texts } from "@satchel/contracts";
import { Mail } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useAppDispatch } from "../../kit/state.ts";
import type { Problem } from "../../kit/transport/call.ts";
import { beginSession } from "../../session/session.api.ts";
import { ErrorNote } from "../../kit/ErrorNote.tsx";
import { loginRefusal, type Registration, useLoginMutation, useRequestPasswordResetMutation } from "./signIn.api.ts";
import { Wait } from "./Wait.tsx";
import { StayLoggedIn } from "./StayLoggedIn.tsx";
import { PasswordInput } from "../../kit/PasswordInput.tsx";

interface PasswordFormProps {
  readonly registration: Registration;
  /** Called when the server mailed a code instead. */
  readonly onCodeSent: (registration: Registration) => void;
  readonly onBack: () => void;
}

/** Asks for the password; the right one begins the session. */
export function PasswordForm({ registration, onCodeSent, onBack }: PasswordFormProps) {
  const { email } = registration;
  const dispatch = useAppDispatch();
  const { t } = useTranslation("landing");
  const [, navigate] = useLocation();
  const [password, setPassword] = useState("");
  const [stay, setStay] = useState(registration.stay_logged_in);
  const [error, setError] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const [login, { isLoading }] = useLoginMutation();
  const [requestReset, { isLoading: isRequesting }] = useRequestPasswordResetMutation();
  const id = useId();

  useEffect(() => {
    document.title = t("password.tab");
  }, [t]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (password === "" || isLoading) return;
    setError("");
    const again = { email, stay_logged_in: stay };
    const answer = await login({ ...again, password });
    setProblem(answer.error);
    if (answer.error === undefined) {
      if (answer.data.access_token) dispatch(beginSession(stay));
      else setError(texts.unexpectedResponse);
      return;
    }
    const refusal = loginRefusal(answer.error as Problem);
    if (refusal.outcome === "failed") setError(refusal.text);
    else if (refusal.outcome === "password_required") setError(texts.login.passwordRequired);
    else onCodeSent(again);
  }

  async function forgot(): Promise<void> {
    if (isRequesting) return;
    setError("");
    const answer = await requestReset(email);
    setProblem(answer.error);
    if (answer.error === undefined) navigate(`/reset-password?${new URLSearchParams({ email })}`);
    else setError(texts.reset.requestFailed);
  }

  return (
    <form className="sign" onSubmit={(event) => void submit(event)}>
      <div className="who">
        <Mail className="icon" />
        <span title={email}>{email}</span>
        <button type="button" onClick={onBack}>
          {t("back")}
        </button>
      </div>
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <label className="label" htmlFor={`${id}-password`}>
        {t("password.label")}
      </label>
      <div className="sign__row">
        <PasswordInput
          id={`${id}-password`}
          value={password}
          autoComplete="current-password"
          isBig
          isWrong={error === texts.login.invalid || error === texts.login.passwordRequired}
          describedBy={`${id}-error`}
          autoFocus
          onChange={(next) => {
            setPassword(next);
            setError("");
          }}
        />
        <button className="btn btn--accent btn--big" type="submit" aria-busy={isLoading}>
          {isLoading && <i className="spinner" />}
          {t("signIn")}
        </button>
      </div>
      <ErrorNote id={`${id}-error`} text={error} />
      <Wait problem={error === "" ? undefined : problem} />
      <div className="sign__foot">
        <StayLoggedIn isOn={stay} onChange={setStay} />
        <button className="text-link" type="button" onClick={() => void forgot()}>
          {t("password.forgot")}
        </button>
      </div>
    </form>
  );
}
