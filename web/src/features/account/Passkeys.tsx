import { type Passkey, PASSKEY_NAME_CHARS } from "@satchel/contracts";
import { FingerprintPattern, Plus } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../kit/transport/call.ts";
import {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  usePasskeysQuery,
  useRemovePasskeyMutation,
} from "./account.api.ts";
import { canMakePasskeys, makePasskey, makingFault } from "./rules.ts";
import { Listed, RowText, useEnding } from "./Listed.tsx";
import { Note, type Outcome, RemoveButton } from "./Note.tsx";
import { useWhen } from "./useWhen.ts";

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation("account");
  const { ago } = useWhen();
  const { name, last_used_at: used } = passkey;
  const facts = [
    t("passkeys.created", { when: ago(passkey.created_at) }),
    used === null ? t("passkeys.unused") : t("passkeys.used", { when: ago(used) }),
  ];
  return (
    <li>
      <FingerprintPattern className="icon" />
      <RowText name={name} facts={facts.join(" · ")} />
      {passkey.synced && <em className="badge badge--quiet">{t("passkeys.synced")}</em>}
      <RemoveButton label={t("passkeys.remove", { name })} onClick={onRemove} />
    </li>
  );
}

/** The passkeys of the account, and a form to add one. */
export function Passkeys() {
  const { t } = useTranslation("account");
  const passkeys = usePasskeysQuery(undefined, { refetchOnMountOrArgChange: true });
  const [remove] = useRemovePasskeyMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { outcome, setOutcome, endOne } = useEnding(remove, heading);
  const onRemove = ({ id }: Passkey) =>
    endOne(id, { ended: t("passkeys.removed"), failed: t("passkeys.removeFailed") });

  return (
    <section className="stack">
      <h4 id="passkeys-title" ref={heading} tabIndex={-1}>
        {t("passkeys.title")}
      </h4>
      <p>{t("passkeys.text")}</p>
      <Listed of={passkeys} aria-labelledby="passkeys-title">
        {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => void onRemove(passkey)} />}
      </Listed>
      {canMakePasskeys(window) ? (
        <PasskeyForm onSaid={setOutcome} />
      ) : (
        <p className="hint">{t("passkeys.unsupported")}</p>
      )}
      <Note outcome={outcome} />
    </section>
  );
}

/** Asks for a name, lets the browser create a passkey, and adds it. The default name is the browser's. */
function PasskeyForm({ onSaid }: { onSaid: (outcome: Outcome | null) => void }) {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [isMaking, setMaking] = useState(false);
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const id = useId();

  async function make(): Promise<Outcome> {
    const challenge = await begin();
    if (challenge.error !== undefined) return refused(challenge.error);
    let response;
    try {
      response = await makePasskey(challenge.data.options);
    } catch (error) {
      const fault = makingFault(error);
      return { ok: false, text: "text" in fault ? fault.text : t(fault.key) };
    }
    const answer = await add({ response, ...(name.trim() === "" ? {} : { name: name.trim() }) });
    if (answer.error !== undefined) return refused(answer.error);
    setName("");
    setOpen(false);
    return { ok: true, text: t("passkeys.added", { name: answer.data.name }) };
  }

  const refused = (error: unknown): Outcome => ({ ok: false, text: reasonOf(error, t("passkeys.addFailed")) });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isMaking) return;
    setMaking(true);
    onSaid(null);
    onSaid(await make());
    setMaking(false);
  }

  if (!open) {
    return (
      <div>
        <button
          type="button"
          className="btn btn--plain"
          onClick={() => {
            onSaid(null);
            setOpen(true);
          }}
        >
          <Plus className="icon icon-m" />
          {t("passkeys.add")}
        </button>
      </div>
    );
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <label className="label" htmlFor={id}>
        {t("passkeys.name")}
      </label>
      <div className="inline-form">
        <input
          className="input"
          id={id}
          autoComplete="off"
          autoFocus
          placeholder={t("passkeys.placeholder")}
          maxLength={PASSKEY_NAME_CHARS}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="btn btn--accent" aria-disabled={isMaking}>
          {t("passkeys.create")}
        </button>
      </div>
    </form>
  );
}
