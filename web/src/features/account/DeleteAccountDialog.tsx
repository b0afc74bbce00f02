import { texts } from "@satchel/contracts";
import { exportUser } from "@satchel/contracts/later-routes";
import { Link as LinkIcon, Mail, Settings } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { numberIn } from "../../kit/i18n/language.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { DownloadLink } from "../../session/DownloadLink.tsx";
import { useCount } from "../../links/lists.api.ts";
import { ALL, filtersOf } from "../../links/view.ts";
import { signOut } from "../../session/session.api.ts";
import { useUser } from "../../session/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogHead } from "../../kit/Dialog.tsx";
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
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  // After the dialog was opened, which sets the focus itself.
  useEffect(() => input.current?.focus(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (typed !== WORD || isLoading) return;
    setOutcome(null);
    const answer = await erase();
    if (answer.error === undefined) await dispatch(signOut());
    else setOutcome({ ok: false, text: texts.account.deleteFailed });
  }

  return (
    <Dialog className="dialog" role="alertdialog" label={t("delete.title")} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogHead title={t("delete.title")} onClose={onClose} />
        <div className="dialog__body ask">
          <p>{t("delete.lead")}</p>
          <Lost />
          <p>
            <DownloadLink operation={exportUser} className="text-link">
              {t("delete.save")}
            </DownloadLink>
          </p>
          <div className="field">
            <label htmlFor={id}>{t("delete.type", { word: WORD })}</label>
            <input
              ref={input}
              className="input"
              id={id}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <Note outcome={outcome} />
        </div>
        <div className="ask__foot">
          <button type="button" className="btn btn--plain" onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" className="btn btn--danger" disabled={typed !== WORD} aria-disabled={isLoading}>
            {t("delete.submit")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
