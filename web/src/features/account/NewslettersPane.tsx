import type { LetterConfirmation, SecretAddress } from "@satchel/contracts";
import { BadgeCheck, Check, Copy, MailPlus, Pencil } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../kit/hooks.ts";
import { reasonOf } from "../../kit/transport/call.ts";
import { Listed, useEnding } from "./Listed.tsx";
import { NewsletterSources } from "./NewsletterSources.tsx";
import {
  useChangeSecretAddressMutation,
  useCreateSecretAddressMutation,
  useNewslettersQuery,
  useRevokeSecretAddressMutation,
} from "./newsletters.api.ts";
import { Address, Note, RemoveButton } from "./Note.tsx";
import { SecretAddressForm } from "./SecretAddressForm.tsx";
import { SubscriptionsPane } from "./SubscriptionsPane.tsx";
import { useSourceName } from "./useSourceName.ts";
import { useWhen } from "./useWhen.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import "./newsletters.css";

/** A mail that asks to confirm something. Its link is opened by its reader alone. */
function Confirmation({ mail, name }: { mail: LetterConfirmation; name: string | undefined }) {
  const { t } = useTranslation("account");
  const { ago } = useWhen();
  const { copied, copy } = useCopy();
  const { sender, subject, code, url, received_at: receivedAt } = mail;
  return (
    <li className="confirmation">
      <BadgeCheck className="icon" />
      <span>
        <b>
          <bdi>{subject || t("newsletters.noSubject")}</bdi>
        </b>
        <small>
          <bdi>{sender}</bdi>
          {name !== undefined && ` · ${name}`} · {ago(receivedAt)}
        </small>
        {code !== null && (
          <span className="confirmation__code">
            <code>{code}</code>
            <button type="button" className="text-link" onClick={() => copy(code)}>
              {copied ? <Check className="icon icon-s" /> : <Copy className="icon icon-s" />}
              <span aria-live="polite">{t(copied ? "tokens.copied" : "newsletters.copyCode")}</span>
            </button>
          </span>
        )}
      </span>
      {url !== null && (
        <a className="btn btn--plain" href={url} target="_blank" rel="noopener noreferrer">
          {t("newsletters.confirm")}
        </a>
      )}
    </li>
  );
}

interface AddressRowProps {
  readonly address: SecretAddress;
  readonly onEdit: () => void;
  readonly onRevoke: () => void;
}

function AddressRow({ address, onEdit, onRevoke }: AddressRowProps) {
  const { t } = useTranslation("account");
  const { t: ofKit } = useTranslation("kit");
  const nameOf = useSourceName();
  const { copied, copy } = useCopy();
  const { name, address: email, folder_id: folderId, tags } = address;
  const facts = [
    ...(folderId === null ? [] : [nameOf({ kind: "folder", folder_id: folderId })]),
    ...tags.map((tag) => `#${tag}`),
  ];
  const copyLabel = t("newsletters.copyOne", { name });
  const editLabel = t("newsletters.edit", { name });
  // Undefined before it was asked: the focus goes back to the button only from the question.
  const [isAsking, setAsking] = useState<boolean>();
  // It can't be had back: senders would have to be told a new one.
  if (isAsking) {
    return (
      // With another key, because a button that is reused does not take the focus.
      <li key="question" className="revoking">
        <span>{t("newsletters.revokeAsk", { name })}</span>
        <button type="button" className="btn btn--plain" autoFocus onClick={() => setAsking(false)}>
          {ofKit("cancel")}
        </button>
        <button type="button" className="btn btn--danger" onClick={onRevoke}>
          {t("newsletters.revokeNow")}
        </button>
      </li>
    );
  }
  return (
    <li key="row" className="secret">
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small className="secret-address">
          <Address email={email} />
        </small>
        {facts.length > 0 && (
          <small>
            <bdi>{facts.join(" · ")}</bdi>
          </small>
        )}
      </span>
      <button type="button" className="icon-btn" aria-label={copyLabel} title={copyLabel} onClick={() => copy(email)}>
        {copied ? <Check className="icon" /> : <Copy className="icon" />}
        <span className="sr" role="status">
          {copied ? t("tokens.copied") : ""}
        </span>
      </button>
      <IconButton label={editLabel} icon={Pencil} onClick={onEdit} />
      <RemoveButton
        label={t("newsletters.revoke", { name })}
        hasFocus={isAsking === false}
        onClick={() => setAsking(true)}
      />
    </li>
  );
}

/** Secret addresses, what is to be confirmed, and who writes to them. */
export function NewslettersPane() {
  const { t } = useTranslation("account");
  const newsletters = useNewslettersQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data } = newsletters;
  const [create, { isLoading: isMaking }] = useCreateSecretAddressMutation();
  const [change, { isLoading: isChanging }] = useChangeSecretAddressMutation();
  const [revoke] = useRevokeSecretAddressMutation();
  const [edited, setEdited] = useState<SecretAddress | "new" | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { outcome, setOutcome, endOne } = useEnding(revoke, heading);
  const nameOfAddress = (id: string) => data?.addresses.find((one) => one.id === id)?.name;

  const onRevoke = ({ id, name }: SecretAddress): void =>
    void endOne(id, { ended: t("newsletters.revoked", { name }), failed: t("newsletters.failed") });

  async function save(wanted: Parameters<typeof create>[0]): Promise<void> {
    setOutcome(null);
    const { error } =
      edited === "new" || edited === null ? await create(wanted) : await change({ id: edited.id, ...wanted });
    if (error === undefined) {
      setEdited(null);
      heading.current?.focus();
      setOutcome({ ok: true, text: t(edited === "new" ? "newsletters.made" : "newsletters.saved") });
      return;
    }
    setOutcome({ ok: false, text: reasonOf(error, t("newsletters.failed")) });
  }

  return (
    <>
      <SubscriptionsPane />
      {data !== undefined && data.confirmations.length > 0 && (
        <section className="stack" aria-live="polite">
          <h4 id="confirm-title">{t("newsletters.toConfirm")}</h4>
          <ul className="rows" aria-labelledby="confirm-title">
            {data.confirmations.map((mail) => (
              <Confirmation key={mail.mail_id} mail={mail} name={nameOfAddress(mail.address_id)} />
            ))}
          </ul>
        </section>
      )}
      <section className="stack">
        <h4 id="addresses-title" ref={heading} tabIndex={-1}>
          {t("newsletters.addresses")}
        </h4>
        <p>{t("newsletters.text")}</p>
        <Listed of={{ ...newsletters, data: data?.addresses }} aria-labelledby="addresses-title">
          {(one) => (
            <AddressRow
              key={one.id}
              address={one}
              onEdit={() => {
                setOutcome(null);
                setEdited(one);
              }}
              onRevoke={() => onRevoke(one)}
            />
          )}
        </Listed>
        {edited === null ? (
          <div>
            <button
              type="button"
              className="btn btn--plain"
              onClick={() => {
                setOutcome(null);
                setEdited("new");
              }}
            >
              <MailPlus className="icon icon-m" />
              {t("newsletters.add")}
            </button>
          </div>
        ) : (
          <SecretAddressForm
            key={edited === "new" ? "new" : edited.id}
            {...(edited === "new" ? {} : { address: edited })}
            isBusy={isMaking || isChanging}
            onSubmit={(wanted) => void save(wanted)}
            onCancel={() => {
              setEdited(null);
              heading.current?.focus();
            }}
          />
        )}
        <Note outcome={outcome} />
      </section>
      <NewsletterSources sources={data?.sources ?? []} />
    </>
  );
}
