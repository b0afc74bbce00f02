import { CONFIRMATION_SECONDS, type SenderEmail, texts } from "@satchel/contracts";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/problem.ts";
import { AddAddressForm } from "./AddAddressForm.tsx";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { addFailure, deleteFailure } from "./addresses.ts";
import { type Outcome, RemoveButton, RowSkeletons } from "./Note.tsx";
import { useAddAddressMutation, useAddressesQuery, useDeleteAddressMutation } from "./account.api.ts";
import { useConfigQuery } from "../../session/config.slice.ts";

interface AddressRowProps {
  readonly address: SenderEmail;
  readonly onDelete: () => void;
  /** How mailing the link once more went. */
  readonly onSaid: (outcome: Outcome) => void;
}

/** One address. The primary one stays; one that is not confirmed says what to do. */
export function AddressRow({ address, onDelete, onSaid }: AddressRowProps) {
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
          <bdi>{email}</bdi>
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

/** The addresses that links may be mailed from: those there are, and a form for another. */
export function EmailsPane() {
  const { t } = useTranslation("account");
  const { data: config } = useConfigQuery();
  const { data: addresses, isError, refetch } = useAddressesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [remove] = useDeleteAddressMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const list = useRef<HTMLUListElement>(null);

  async function onDelete({ email }: SenderEmail): Promise<void> {
    setOutcome(null);
    // The button goes with its row.
    list.current?.focus();
    const answer = await remove(email);
    const failed = answer.error !== undefined;
    setOutcome({
      ok: !failed,
      text: failed ? deleteFailure(answer.error as Problem) : texts.senderEmails.removed,
    });
  }

  return (
    <>
      <p>{t("emails.lead", { address: config?.save_address ?? "…" })}</p>
      {addresses === undefined && isError && (
        <LoadFault text={texts.senderEmails.loadFailed} onRetry={() => void refetch()} />
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
    </>
  );
}
