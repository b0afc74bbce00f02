import { type SenderEmail, texts } from "@satchel/contracts";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/problem.ts";
import { useConfigQuery } from "../../session/config.api.ts";
import { useAddressesQuery, useDeleteAddressMutation } from "./account.api.ts";
import { AddAddressForm } from "./AddAddressForm.tsx";
import { AddressRow } from "./AddressRow.tsx";
import { deleteFailure } from "./addresses.ts";
import { LoadFault } from "../../kit/LoadFault.tsx";
import type { Outcome } from "./Note.tsx";
import { RowSkeletons } from "./RowSkeletons.tsx";

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
