import { ADDRESS_CHARS, type SenderEmail, texts } from "@satchel/contracts";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/problem.ts";
import { useAddAddressMutation } from "./account.api.ts";
import { addFailure, canBeAddress, isSameAddress } from "./addresses.ts";
import { Note, type Outcome } from "./Note.tsx";

interface AddAddressFormProps {
  readonly addresses: readonly SenderEmail[] | undefined;
  readonly outcome: Outcome | null;
  readonly onBegin: () => void;
  readonly onSaid: (outcome: Outcome) => void;
}

/** Adds an address. It counts once its owner has followed the link that is mailed to it. */
export function AddAddressForm({ addresses, outcome, onBegin, onSaid }: AddAddressFormProps) {
  const { t } = useTranslation("account");
  const [email, setEmail] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [add, { isLoading }] = useAddAddressMutation();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  function refuse(text: string): void {
    setWrong(true);
    onSaid({ ok: false, text });
    input.current?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    onBegin();
    setWrong(false);
    const address = email.trim();
    if (!canBeAddress(address)) return refuse(texts.senderEmails.invalid);
    const known = addresses?.find((each) => isSameAddress(each.email, address));
    if (known?.is_confirmed === true) return refuse(t("emails.known", { email: known.email }));
    const answer = await add(address);
    if (answer.error !== undefined) {
      const problem = answer.error as Problem;
      return refuse(problem.detail === texts.senderEmails.tooMany ? problem.detail : addFailure(problem));
    }
    setEmail("");
    onSaid({ ok: true, text: texts.senderEmails.added, more: t("emails.mailed", { email: answer.data.email }) });
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <label className="label" htmlFor={`${id}-email`}>
        {t("emails.add")}
      </label>
      <div className="inline-form">
        <input
          ref={input}
          className="input"
          id={`${id}-email`}
          type="email"
          autoComplete="off"
          placeholder={t("emails.placeholder")}
          maxLength={ADDRESS_CHARS}
          value={email}
          aria-invalid={isWrong}
          aria-describedby={`${id}-said`}
          onChange={(event) => {
            setEmail(event.target.value);
            setWrong(false);
            if (outcome?.ok === false) onBegin();
          }}
        />
        <button type="submit" className="btn btn--accent" aria-disabled={isLoading}>
          {t("emails.submit")}
        </button>
      </div>
      <Note outcome={outcome} id={`${id}-said`} />
    </form>
  );
}
