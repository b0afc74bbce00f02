import { ADDRESS_CHARS, CODE_DIGITS, PASSWORD_CHARS_MIN, texts } from "@satchel/contracts";
import { ArrowLeft } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Problem } from "../../../kit/transport/call.ts";
import { CodeInput } from "../CodeInput.tsx";
import { isWholeCode } from "../CodeInput.tsx";
import { ErrorNote } from "../../../kit/ErrorNote.tsx";
import { OutboxHint } from "../OutboxHint.tsx";
import { PasswordInput } from "../../../kit/PasswordInput.tsx";
import { newPasswordFault, resetFailure } from "./reset.api.ts";
import { useResetPasswordMutation } from "./reset.api.ts";

interface ResetFormProps {
  readonly initialEmail: string;
  readonly onDone: () => void;
}

/** Asks for the mailed code and a new password, twice. */
export function ResetForm({ initialEmail, onDone }: ResetFormProps) {
  const { t } = useTranslation("reset-password");
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

  /** Takes an input; what was wrong before may be right now. */
  const taking = (take: (value: string) => void) => (value: string) => {
    take(value);
    setError("");
  };

  return (
    <form className="box-card" onSubmit={(event) => void submit(event)}>
      <h1 className="title-section">{t("title")}</h1>
      <p>{t("text", { digits: CODE_DIGITS })}</p>
      <ErrorNote id={`${id}-error`} text={error} />
      <div className="field">
        <label htmlFor={`${id}-email`}>{t("email")}</label>
        <input
          className="input"
          id={`${id}-email`}
          type="email"
          autoComplete="email"
          maxLength={ADDRESS_CHARS}
          required
          autoFocus={initialEmail === ""}
          value={email}
          onChange={(event) => taking(setEmail)(event.target.value)}
        />
      </div>
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
