import { PASSKEY_NAME_CHARS } from "@satchel/contracts";
import { Plus } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/call.ts";
import { useAddPasskeyMutation, useBeginPasskeyMutation } from "./account.api.ts";
import { makePasskey, makingFault } from "./makePasskey.ts";
import type { Outcome } from "./Note.tsx";

/** Asks for a name, lets the browser make a passkey, and adds it. Without a name it is called after the browser. */
export function PasskeyForm({ onSaid }: { onSaid: (outcome: Outcome | null) => void }) {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [isMaking, setMaking] = useState(false);
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const id = useId();

  async function make(): Promise<Outcome> {
    const challenge = await begin();
    if (challenge.error !== undefined) return refused(challenge.error as Problem);
    let response;
    try {
      response = await makePasskey(challenge.data.options);
    } catch (error) {
      const fault = makingFault(error);
      return { ok: false, text: "text" in fault ? fault.text : t(fault.key) };
    }
    const answer = await add({ response, ...(name.trim() === "" ? {} : { name: name.trim() }) });
    if (answer.error !== undefined) return refused(answer.error as Problem);
    setName("");
    setOpen(false);
    return { ok: true, text: t("passkeys.added", { name: answer.data.name }) };
  }

  /** A 400 says why, in words of the catalogue. */
  const refused = ({ status, detail }: Problem): Outcome => ({
    ok: false,
    text: status === 400 && detail !== "" ? detail : t("passkeys.addFailed"),
  });

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
