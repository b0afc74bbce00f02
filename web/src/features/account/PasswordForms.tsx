import { type FormEvent, useId, useState } from "react";
import { PASSWORD_CHARS_MIN, texts } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { PasswordInput } from "../../kit/PasswordInput.tsx";
import type { Problem } from "../../kit/transport/call.ts";
import { useChangePasswordMutation, useRemovePasswordMutation, useSetPasswordMutation } from "./account.api.ts";
import { Note, type Outcome } from "./Note.tsx";
import { changeFailure, newPasswordFault, removeFailure, setFailure } from "./rules.ts";
import { Actions, Dialog } from "../../kit/Dialog.tsx";

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly autoComplete: "current-password" | "new-password";
  readonly isWrong?: boolean;
  readonly hint?: string;
  readonly autoFocus?: boolean;
  readonly describedBy: string;
  readonly onChange: (password: string) => void;
}

/** A password field with its label and an optional hint. */
function PasswordField({ label, hint, isWrong = false, describedBy, ...input }: PasswordFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <PasswordInput
        {...input}
        id={id}
        isWrong={isWrong}
        describedBy={hint === undefined ? describedBy : `${id}-hint ${describedBy}`}
      />
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChangePasswordFormProps {
  readonly outcome: Outcome | null;
  readonly onSaid: (outcome: Outcome | null) => void;
  readonly onRemove: () => void;
}

const empty = { old: "", new: "", again: "" };

/** Changes the password, with a button to remove it. */
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

interface RemovePasswordDialogProps {
  readonly onClose: () => void;
  /** Called after the removal, with its further effects as text. */
  readonly onRemoved: (more: string) => void;
}

/** Asks for the current password and removes it. */
export function RemovePasswordDialog({ onClose, onRemoved }: RemovePasswordDialogProps) {
  const { t } = useTranslation("account");
  const [password, setPassword] = useState("");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [remove, { isLoading }] = useRemovePasswordMutation();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    setOutcome(null);
    const answer = await remove(password);
    if (answer.error === undefined) return onRemoved(t("password.others"));
    setOutcome({ ok: false, text: removeFailure(answer.error as Problem) });
  }

  return (
    <Dialog title={t("password.removeTitle")} onClose={onClose}>
      <form className="dialog__body dialog__body--form" onSubmit={(event) => void submit(event)}>
        <p>{t("password.removeText")}</p>
        <PasswordField
          label={t("password.current")}
          value={password}
          autoComplete="current-password"
          autoFocus
          isWrong={outcome !== null}
          describedBy="remove-password-said"
          onChange={(next) => {
            setPassword(next);
            setOutcome(null);
          }}
        />
        <Note outcome={outcome} id="remove-password-said" />
        <Actions onCancel={onClose}>
          <button type="submit" className="btn btn--accent" disabled={password === ""} aria-disabled={isLoading}>
            {t("password.removeSubmit")}
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
