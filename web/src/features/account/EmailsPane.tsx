import { ADDRESS_CHARS, CONFIRMATION_SECONDS, laterTexts, type SenderEmail } from "@satchel/contracts";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/call.ts";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { AnswersByMail } from "./AnswersByMail.tsx";
import { Address, Note, type Outcome, RemoveButton, RowSkeletons } from "./Note.tsx";
import { DigestByMail } from "./DigestByMail.tsx";
import { KeepAttachments } from "./KeepAttachments.tsx";
import { Readers } from "./Readers.tsx";
import { addFailure, canBeAddress, deleteFailure, isSameAddress } from "./rules.ts";
import { useAddAddressMutation, useAddressesQuery, useDeleteAddressMutation } from "./account.api.ts";
import { useConfigQuery } from "../../session/config.slice.ts";

interface AddAddressFormProps {
  readonly addresses: readonly SenderEmail[] | undefined;
  readonly outcome: Outcome | null;
  readonly onBegin: () => void;
  readonly onSaid: (outcome: Outcome) => void;
}

/** Adds an address. It counts once its owner has followed the link that is mailed to it. */
function AddAddressForm({ addresses, outcome, onBegin, onSaid }: AddAddressFormProps) {
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
    if (!canBeAddress(address)) return refuse(laterTexts.senderEmails.invalid);
    const known = addresses?.find((each) => isSameAddress(each.email, address));
    if (known?.is_confirmed === true) return refuse(t("emails.known", { email: known.email }));
    const answer = await add(address);
    if (answer.error !== undefined) {
      const problem = answer.error as Problem;
      return refuse(problem.detail === laterTexts.senderEmails.tooMany ? problem.detail : addFailure(problem));
    }
    setEmail("");
    onSaid({ ok: true, text: laterTexts.senderEmails.added, more: t("emails.mailed", { email: answer.data.email }) });
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

interface AddressRowProps {
  readonly address: SenderEmail;
  readonly onDelete: () => void;
  /** Called with the outcome of mailing the link again. */
  readonly onSaid: (outcome: Outcome) => void;
}

/** One address. The primary one can't be deleted; an unconfirmed one has instructions. */
function AddressRow({ address, onDelete, onSaid }: AddressRowProps) {
  const { t } = useTranslation("account");
  const [add, { isLoading }] = useAddAddressMutation();
  const { email } = address;

  /** Adding an address that is pending mails a new link to it. */
  async function mailAgain(): Promise<void> {
    if (isLoading) return;
    const answer = await add(email);
    if (answer.error === undefined) onSaid({ ok: true, text: t("emails.mailed", { email }) });
    else onSaid({ ok: false, text: addFailure(answer.error as Problem) });
  }

  return (
    <li>
      <span>
        <b>
          <Address email={email} />
        </b>
        <small>
          {address.is_confirmed
            ? t("emails.confirmed")
            : t("emails.unconfirmed", { count: Math.round(CONFIRMATION_SECONDS / 3600) })}
        </small>
        {!address.is_confirmed && (
          <button type="button" className="text-link" aria-disabled={isLoading} onClick={() => void mailAgain()}>
            {t("emails.again")}
          </button>
        )}
      </span>
      {address.is_primary && <em className="badge">{t("emails.primary")}</em>}
      {!address.is_confirmed && <em className="badge badge--warn">{t("emails.pending")}</em>}
      {!address.is_primary && <RemoveButton label={t("emails.delete", { email })} onClick={onDelete} />}
    </li>
  );
}

/** The sender addresses, and a form to add one. */
export function EmailsPane() {
  const { t } = useTranslation("account");
  const { data: config } = useConfigQuery();
  const { data: addresses, isError, refetch } = useAddressesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [remove] = useDeleteAddressMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const list = useRef<HTMLUListElement>(null);

  async function onDelete({ email }: SenderEmail): Promise<void> {
    setOutcome(null);
    // The focused button is removed with its row.
    list.current?.focus();
    const answer = await remove(email);
    const failed = answer.error !== undefined;
    setOutcome({
      ok: !failed,
      text: failed ? deleteFailure(answer.error as Problem) : laterTexts.senderEmails.removed,
    });
  }

  return (
    <>
      <p>{t("emails.lead", { address: config?.save_address ?? "…" })}</p>
      {addresses === undefined && isError && (
        <LoadFault text={laterTexts.senderEmails.loadFailed} onRetry={() => void refetch()} />
      )}
      {addresses === undefined && !isError && <RowSkeletons count={2} />}
      {addresses !== undefined && (
        <ul className="rows" ref={list} tabIndex={-1} aria-label={t("emails.list")}>
          {addresses.map((address) => (
            <AddressRow
              key={address.email}
              address={address}
              onDelete={() => void onDelete(address)}
              onSaid={setOutcome}
            />
          ))}
        </ul>
      )}
      <AddAddressForm addresses={addresses} onBegin={() => setOutcome(null)} onSaid={setOutcome} outcome={outcome} />
      <KeepAttachments />
      <AnswersByMail />
      <DigestByMail />
      <Readers />
    </>
  );
}
