import { CONFIRMATION_SECONDS, type SenderEmail } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/problem.ts";
import { useAddAddressMutation } from "./account.api.ts";
import { addFailure } from "./addresses.ts";
import type { Outcome } from "./Note.tsx";
import { RemoveButton } from "./RemoveButton.tsx";

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
