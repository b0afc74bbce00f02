import { texts } from "@satchel/contracts";
import { exportUser } from "@satchel/contracts/later-routes";
import { Link as LinkIcon, Mail, Settings } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { numberIn } from "../../kit/i18n/language.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { noteShown } from "../../kit/toasts.slice.ts";
import { DownloadLink } from "../../session/DownloadLink.tsx";
import { useCount } from "../../links/lists.api.ts";
import { ALL, filtersOf } from "../../links/view.ts";
import { beginLoggingOut, endLoggingOut } from "../../session/flags.ts";
import { signOut } from "../../session/session.api.ts";
import { useUser } from "../../session/api.ts";
import { Actions, Dialog, takesFocus } from "../../kit/Dialog.tsx";
import { Field } from "../../kit/Field.tsx";
import { useDeleteAccountMutation } from "./account.api.ts";
import { Note, type Outcome } from "./Note.tsx";

/** The word to type exactly (specification, section 9). */
const WORD = "DELETE";

function Lost() {
  const { t, i18n } = useTranslation("account");
  const links = useCount(filtersOf(ALL))?.count ?? 0;
  const addresses = useUser()?.sender_emails.length ?? 1;
  return (
    <ul className="lost">
      <li>
        <LinkIcon className="icon" />
        {t("delete.links", { count: links, formatted: numberIn(i18n.language, links) })}
      </li>
      <li>
        <Mail className="icon" />
        {t("delete.addresses", { count: addresses })}
      </li>
      <li>
        <Settings className="icon" />
        {t("delete.settings")}
      </li>
    </ul>
  );
}

/** Lists what is lost, asks for a word as confirmation, and erases the account. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("account");
  const [typed, setTyped] = useState("");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [erase, { isLoading }] = useDeleteAccountMutation();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (typed !== WORD || isLoading) return;
    setOutcome(null);
    // The server ends the session before it answers.
    beginLoggingOut();
    const answer = await erase();
    if (answer.error === undefined) {
      await dispatch(signOut());
      dispatch(noteShown(t("delete.done")));
    } else {
      endLoggingOut();
      setOutcome({ ok: false, text: texts.account.deleteFailed });
    }
  }

  return (
    <Dialog role="alertdialog" title={t("delete.title")} onClose={onClose}>
      <form className="dialog__body dialog__body--form" onSubmit={(event) => void submit(event)}>
        <p>{t("delete.lead")}</p>
        <Lost />
        <p>
          <DownloadLink operation={exportUser} className="text-link">
            {t("delete.save")}
          </DownloadLink>
        </p>
        <Field label={t("delete.type", { word: WORD })}>
          <input
            ref={takesFocus}
            className="input"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Note outcome={outcome} />
        <Actions onCancel={onClose}>
          <button type="submit" className="btn btn--danger" disabled={typed !== WORD} aria-disabled={isLoading}>
            {t("delete.submit")}
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
