import { PASSWORD_CHARS_MIN, texts } from "@satchel/contracts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/call.ts";
import { useSetPasswordMutation } from "./account.api.ts";
import type { Outcome } from "./Note.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { newPasswordFault, setFailure } from "./passwords.ts";

interface SetPasswordFormProps {
  readonly outcome: Outcome | null;
  readonly onSaid: (outcome: Outcome | null) => void;
}

/** Gives an account its first password. */
export function SetPasswordForm({ outcome, onSaid }: SetPasswordFormProps) {
  const { t } = useTranslation("account");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [set, { isLoading }] = useSetPasswordMutation();
  const isWrong = outcome?.ok === false;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    const fault = newPasswordFault(password, again);
    if (fault !== "") return onSaid({ ok: false, text: fault });
    onSaid(null);
    const answer = await set(password);
    if (answer.error === undefined) {
      return onSaid({ ok: true, text: texts.password.set, more: t("password.others") });
    }
    onSaid({ ok: false, text: setFailure(answer.error as Problem) });
  }

  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <h4>{t("password.set")}</h4>
      <p>{t("password.setText")}</p>
      <PasswordField
        label={t("password.new")}
        value={password}
        autoComplete="new-password"
        hint={t("password.atLeast", { count: PASSWORD_CHARS_MIN })}
        isWrong={isWrong}
        describedBy="password-said"
        onChange={(next) => {
          setPassword(next);
          onSaid(null);
        }}
      />
      <PasswordField
        label={t("password.confirm")}
        value={again}
        autoComplete="new-password"
        isWrong={isWrong}
        describedBy="password-said"
        onChange={(next) => {
          setAgain(next);
          onSaid(null);
        }}
      />
      <div className="split">
        <button
          type="submit"
          className="btn btn--accent"
          disabled={password === "" || again === ""}
          aria-disabled={isLoading}
        >
          {t("password.setSubmit")}
        </button>
      </div>
    </form>
  );
}
