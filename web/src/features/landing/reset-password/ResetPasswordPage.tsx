import { ArrowLeft, Check } from "lucide-react";
import { Link, useLocation } from "wouter";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ADDRESS_CHARS, CODE_DIGITS, PASSWORD_CHARS_MIN, texts } from "@satchel/contracts";
import { resetPassword } from "@satchel/contracts/routes";
import { useQuery } from "../../../kit/hooks.ts";
import { SoloPage } from "../../../kit/SoloPage.tsx";
import { checkStatus } from "../../../session/session.api.ts";
import { useAppDispatch } from "../../../kit/state.ts";
import type { Problem } from "../../../kit/transport/call.ts";
import { CodeInput, isWholeCode } from "../CodeForm.tsx";
import { ErrorNote } from "../../../kit/ErrorNote.tsx";
import { Field } from "../../../kit/Field.tsx";
import { OutboxHint } from "../OutboxHint.tsx";
import { PasswordInput } from "../../../kit/PasswordInput.tsx";
import { api } from "../../../session/api.ts";

/** Milliseconds until the sign-in page follows (specification, section 9). */
const REDIRECT_MS = 2000;

/** Confirms the reset, and redirects to the sign-in page. */
function ResetDone() {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("account", { keyPrefix: "reset" });
  const [, navigate] = useLocation();
  const title = useRef<HTMLHeadingElement>(null);

  // The form that had the focus was removed.
  useEffect(() => title.current?.focus(), []);

  useEffect(() => {
    const timer = setTimeout(() => {
      // The reset has ended any session of this browser.
      void dispatch(checkStatus());
      navigate("/", { replace: true });
    }, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [dispatch, navigate]);

  return (
    <section className="box-card done" role="status">
      <i>
        <Check className="icon" />
      </i>
      <h1 className="title-section" tabIndex={-1} ref={title}>
        {t("done")}
      </h1>
      <p>{t("next")}</p>
      <div className="line" />
      <Link className="btn btn--plain" to="/">
        {t("back")}
      </Link>
    </section>
  );
}

/** Resets a password by the mailed code. The query parameter `email` prefills the address. */
export function ResetPasswordPage() {
  const { t } = useTranslation("account", { keyPrefix: "reset" });
  const search = useQuery();
  const [isDone, setDone] = useState(false);

  return (
    <SoloPage tab={t("tab")}>
      {isDone ? <ResetDone /> : <ResetForm initialEmail={search.get("email") ?? ""} onDone={() => setDone(true)} />}
    </SoloPage>
  );
}

interface ResetFormProps {
  readonly initialEmail: string;
  readonly onDone: () => void;
}

/** Asks for the mailed code and a new password, twice. */
function ResetForm({ initialEmail, onDone }: ResetFormProps) {
  const { t } = useTranslation("account", { keyPrefix: "reset" });
  const [email, setEmail] = useState(initialEmail);
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [error, setError] = useState("");
  const [reset, { isLoading }] = useResetPasswordMutation();
  const id = useId();
  const isFilled = isWholeCode(code) && password !== "" && confirmation !== "";
  const isPasswordWrong = error === texts.password.tooShort;
  const isConfirmationWrong = error === texts.reset.mismatch;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isFilled || isLoading) return;
    const fault = newPasswordFault(password, confirmation);
    setError(fault);
    if (fault !== "") return;
    const answer = await reset({ email: email.trim(), code, new_password: password });
    if (answer.error === undefined) onDone();
    else setError(resetFailure(answer.error as Problem));
  }

  /** Handles an input and clears the error. */
  const taking = (take: (value: string) => void) => (value: string) => {
    take(value);
    setError("");
  };

  return (
    <form className="box-card" onSubmit={(event) => void submit(event)}>
      <h1 className="title-section">{t("title")}</h1>
      <p>{t("text", { digits: CODE_DIGITS })}</p>
      <ErrorNote id={`${id}-error`} text={error} />
      <Field label={t("email")}>
        <input
          className="input"
          type="email"
          autoComplete="email"
          maxLength={ADDRESS_CHARS}
          required
          autoFocus={initialEmail === ""}
          value={email}
          onChange={(event) => taking(setEmail)(event.target.value)}
        />
      </Field>
      <div className="field">
        <span className="label" aria-hidden="true">
          {t("code", { digits: CODE_DIGITS })}
        </span>
        <CodeInput
          code={code}
          isWrong={error === texts.reset.invalid}
          describedBy={`${id}-error`}
          autoFocus={initialEmail !== ""}
          onChange={taking(setCode)}
        />
        <OutboxHint />
      </div>
      <div className="field">
        <label htmlFor={`${id}-password`}>{t("password")}</label>
        <PasswordInput
          id={`${id}-password`}
          value={password}
          autoComplete="new-password"
          isWrong={isPasswordWrong}
          describedBy={`${id}-hint ${id}-error`}
          onChange={taking(setPassword)}
        />
        <p className="hint" id={`${id}-hint`}>
          {t("atLeast", { count: PASSWORD_CHARS_MIN })}
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-confirmation`}>{t("confirmation")}</label>
        <PasswordInput
          id={`${id}-confirmation`}
          value={confirmation}
          autoComplete="new-password"
          isWrong={isConfirmationWrong}
          describedBy={`${id}-error`}
          onChange={taking(setConfirmation)}
        />
      </div>
      <div className="box-card__acts">
        <button className="btn btn--accent btn--big btn--wide" type="submit" disabled={!isFilled}>
          {t("submit")}
        </button>
        <Link className="btn btn--ghost btn--wide" to="/">
          <ArrowLeft className="icon" />
          {t("back")}
        </Link>
      </div>
    </form>
  );
}

/** The fault of a new password and its repetition; "" for none. */
export function newPasswordFault(password: string, confirmation: string): string {
  if (password !== confirmation) return texts.reset.mismatch;
  // Counted as the server counts: code points of the normalised password.
  if (Array.from(password.normalize("NFKC")).length < PASSWORD_CHARS_MIN) return texts.password.tooShort;
  return "";
}

/** The message for a failed reset. */
export const resetFailure = ({ status }: Problem): string =>
  status === 400 ? texts.reset.invalid : texts.reset.failed;

export interface Reset {
  readonly email: string;
  readonly code: string;
  readonly new_password: string;
}

export const { useResetPasswordMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    resetPassword: build.mutation<{ status: "password_reset" }, Reset>({
      query: (body) => ({ operation: resetPassword, body, skipRefresh: true }),
    }),
  }),
});
