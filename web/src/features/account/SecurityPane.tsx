import { texts } from "@satchel/contracts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUserQuery } from "../../session/api.ts";
import { ChangePasswordForm, RemovePasswordDialog, SetPasswordForm } from "./PasswordForms.tsx";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { Note, type Outcome } from "./Note.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { RowSkeletons } from "./Note.tsx";
import { SignIns } from "./SignIns.tsx";
import { useConfigQuery } from "../../session/config.slice.ts";
import { Sessions } from "./Sessions.tsx";

function Password() {
  const { data: user, isError, refetch } = useUserQuery();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [removing, setRemoving] = useState(false);

  if (user === undefined) {
    if (isError) return <LoadFault text={texts.links.loadFailed} onRetry={() => void refetch()} />;
    return <RowSkeletons count={3} />;
  }
  return (
    <>
      <div className="stack">
        {user.has_password ? (
          <ChangePasswordForm outcome={outcome} onSaid={setOutcome} onRemove={() => setRemoving(true)} />
        ) : (
          <SetPasswordForm outcome={outcome} onSaid={setOutcome} />
        )}
        <Note outcome={outcome} id="password-said" />
      </div>
      {removing && (
        <RemovePasswordDialog
          onClose={() => setRemoving(false)}
          onRemoved={(more) => {
            setRemoving(false);
            setOutcome({ ok: true, text: texts.password.removed, more });
          }}
        />
      )}
    </>
  );
}

function DeleteZone() {
  const { t } = useTranslation("account");
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <section className="zone split">
        <div>
          <h4>{t("delete.title")}</h4>
          <p>{t("delete.text")}</p>
        </div>
        <button type="button" className="btn btn--danger-quiet" onClick={() => setDeleting(true)}>
          {t("delete.open")}
        </button>
      </section>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
  );
}

/** Password, passkeys, connected sign-ins, sessions, and deletion of the account. */
export function SecurityPane() {
  const sso = useConfigQuery().data?.sso;
  return (
    <>
      {sso?.only !== true && <Password />}
      {sso?.only !== true && <Passkeys />}
      {sso !== undefined && <SignIns />}
      <Sessions />
      <DeleteZone />
    </>
  );
}
