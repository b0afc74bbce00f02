import { PASSWORD_CHARS_MIN, texts } from "@satchel/contracts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/call.ts";
import { useChangePasswordMutation } from "./account.api.ts";
import type { Outcome } from "./Note.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { changeFailure, newPasswordFault } from "./passwords.ts";

interface ChangePasswordFormProps {
  readonly outcome: Outcome | null;
  readonly onSaid: (outcome: Outcome | null) => void;
  readonly onRemove: () => void;
}

const empty = { old: "", new: "", again: "" };

/** Changes the password, or leads to its removal. */
export function ChangePasswordForm({ outcome, onSaid, onRemove }: ChangePasswordFormProps) {
  const { t } = useTranslation("account");
  const [typed, setTyped] = useState(empty);
  const [change, { isLoading }] = useChangePasswordMutation();
  const isBad = outcome?.ok === false;
  const isNewBad = isBad && (outcome.text === texts.password.mismatch || outcome.text === texts.password.tooShort);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    const fault = newPasswordFault(typed.new, typed.again);
    if (fault !== "") return onSaid({ ok: false, text: fault });
    onSaid(null);
    const answer = await change({ old_password: typed.old, new_password: typed.new });
    if (answer.error === undefined) {
      setTyped(empty);
      return onSaid({ ok: true, text: texts.password.changed, more: t("password.others") });
    }
    onSaid({ ok: false, text: changeFailure(answer.error as Problem) });
  }

  const field = (which: keyof typeof empty) => ({
    value: typed[which],
    describedBy: "password-said",
    onChange: (next: string) => {
      setTyped({ ...typed, [which]: next });
      onSaid(null);
    },
  });

  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <h4>{t("password.change")}</h4>
      <PasswordField
        {...field("old")}
        label={t("password.current")}
        autoComplete="current-password"
        isWrong={isBad && !isNewBad}
      />
      <PasswordField
        {...field("new")}
        label={t("password.new")}
        autoComplete="new-password"
        hint={t("password.atLeast", { count: PASSWORD_CHARS_MIN })}
        isWrong={isNewBad}
      />
      <PasswordField {...field("again")} label={t("password.confirm")} autoComplete="new-password" isWrong={isNewBad} />
      <div className="split">
        <button
          type="submit"
          className="btn btn--accent"
          disabled={typed.old === "" || typed.new === "" || typed.again === ""}
          aria-disabled={isLoading}
        >
          {t("password.change")}
        </button>
        <button type="button" className="btn btn--ghost" onClick={onRemove}>
          {t("password.remove")}
        </button>
      </div>
    </form>
  );
}
