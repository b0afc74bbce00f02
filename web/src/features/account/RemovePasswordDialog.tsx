import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/call.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogHead } from "../../kit/Dialog.tsx";
import { useRemovePasswordMutation } from "./account.api.ts";
import { Note, type Outcome } from "./Note.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { removeFailure } from "./passwords.ts";

interface RemovePasswordDialogProps {
  readonly onClose: () => void;
  /** It is removed; what else that meant, in words. */
  readonly onRemoved: (more: string) => void;
}

/** Asks for the current password and removes it. */
export function RemovePasswordDialog({ onClose, onRemoved }: RemovePasswordDialogProps) {
  const { t } = useTranslation("account");
  const [password, setPassword] = useState("");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [remove, { isLoading }] = useRemovePasswordMutation();
  const form = useRef<HTMLFormElement>(null);

  // After the dialog was opened, which looks for the focus itself.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    setOutcome(null);
    const answer = await remove(password);
    if (answer.error === undefined) return onRemoved(t("password.others"));
    setOutcome({ ok: false, text: removeFailure(answer.error as Problem) });
  }

  return (
    <Dialog className="dialog" label={t("password.removeTitle")} onClose={onClose}>
      <form ref={form} onSubmit={(event) => void submit(event)}>
        <DialogHead title={t("password.removeTitle")} onClose={onClose} />
        <div className="dialog__body ask">
          <p>{t("password.removeText")}</p>
          <PasswordField
            label={t("password.current")}
            value={password}
            autoComplete="current-password"
            isWrong={outcome !== null}
            describedBy="remove-password-said"
            onChange={(next) => {
              setPassword(next);
              setOutcome(null);
            }}
          />
          <Note outcome={outcome} id="remove-password-said" />
        </div>
        <div className="ask__foot">
          <button type="button" className="btn btn--plain" onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" className="btn btn--accent" disabled={password === ""} aria-disabled={isLoading}>
            {t("password.removeSubmit")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
