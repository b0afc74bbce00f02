import { type Passkey, texts } from "@satchel/contracts";
import { FingerprintPattern } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/call.ts";
import { usePasskeysQuery, useRemovePasskeyMutation } from "./account.api.ts";
import { agoIn } from "./ago.ts";
import { useNow } from "../../kit/hooks.ts";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { canMakePasskeys } from "./makePasskey.ts";
import { Note, type Outcome } from "./Note.tsx";
import { PasskeyForm } from "./PasskeyForm.tsx";
import { RemoveButton } from "./Note.tsx";
import { RowSkeletons } from "./Note.tsx";

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t, i18n } = useTranslation("account");
  const now = useNow();
  const ago = (instant: string): string => agoIn(i18n.language, new Date(instant), now);
  const { name, last_used_at: used } = passkey;
  return (
    <li>
      <FingerprintPattern className="icon" />
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          {t("passkeys.created", { when: ago(passkey.created_at) })} ·{" "}
          {used === null ? t("passkeys.unused") : t("passkeys.used", { when: ago(used) })}
        </small>
      </span>
      {passkey.synced && <em className="badge badge--quiet">{t("passkeys.synced")}</em>}
      <RemoveButton label={t("passkeys.remove", { name })} onClick={onRemove} />
    </li>
  );
}

/** The passkeys of the account, and the way to another. */
export function Passkeys() {
  const { t } = useTranslation("account");
  const { data: passkeys, isError, refetch } = usePasskeysQuery(undefined, { refetchOnMountOrArgChange: true });
  const [remove] = useRemovePasskeyMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  async function onRemove({ id }: Passkey): Promise<void> {
    setOutcome(null);
    // The button goes with its row.
    heading.current?.focus();
    const { error } = await remove(id);
    const gone = error === undefined || (error as Problem).status === 404;
    setOutcome({ ok: gone, text: t(gone ? "passkeys.removed" : "passkeys.removeFailed") });
  }

  return (
    <section className="stack">
      <h4 id="passkeys-title" ref={heading} tabIndex={-1}>
        {t("passkeys.title")}
      </h4>
      <p>{t("passkeys.text")}</p>
      {passkeys === undefined && isError && <LoadFault text={texts.links.loadFailed} onRetry={() => void refetch()} />}
      {passkeys === undefined && !isError && <RowSkeletons count={1} />}
      {passkeys !== undefined && passkeys.length > 0 && (
        <ul className="rows" aria-labelledby="passkeys-title">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => void onRemove(passkey)} />
          ))}
        </ul>
      )}
      {canMakePasskeys(window) ? (
        <PasskeyForm onSaid={setOutcome} />
      ) : (
        <p className="hint">{t("passkeys.unsupported")}</p>
      )}
      <Note outcome={outcome} />
    </section>
  );
}
