import { ADDRESS_CHARS, CODE_DIGITS, type Reader } from "@satchel/contracts";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../kit/transport/call.ts";
import {
  useAddReaderMutation,
  useConfirmReaderMutation,
  useReadersQuery,
  useRemoveReaderMutation,
} from "../../session/readers.api.ts";
import { Address, Note, type Outcome, RemoveButton } from "./Note.tsx";

/** E-readers that get books by mail: a list, the code for a new one, and a form to add one. */
export function Readers() {
  const { t } = useTranslation("account");
  const { data: readers = [] } = useReadersQuery(undefined, { refetchOnMountOrArgChange: true });
  const [remove] = useRemoveReaderMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const list = useRef<HTMLUListElement>(null);

  const failed = (error: unknown): Outcome => ({ ok: false, text: reasonOf(error, t("readers.failed")) });

  async function onRemove({ email }: Reader): Promise<void> {
    setOutcome(null);
    // The focused button is removed with its row.
    list.current?.focus();
    const { error } = await remove(email);
    if (error !== undefined) setOutcome(failed(error));
  }

  return (
    <section className="stack">
      <h4>{t("readers.title")}</h4>
      <p>{t("readers.lead")}</p>
      {readers.length > 0 && (
        <ul className="rows" ref={list} tabIndex={-1} aria-label={t("readers.title")}>
          {readers.map((reader) => (
            <li key={reader.email}>
              <span>
                <b>
                  <Address email={reader.email} />
                </b>
                {!reader.is_confirmed && <Code reader={reader} onSaid={setOutcome} failed={failed} />}
              </span>
              {!reader.is_confirmed && <em className="badge badge--warn">{t("emails.pending")}</em>}
              <RemoveButton label={t("emails.delete", { email: reader.email })} onClick={() => void onRemove(reader)} />
            </li>
          ))}
        </ul>
      )}
      <AddForm outcome={outcome} onSaid={setOutcome} failed={failed} />
    </section>
  );
}

interface FormProps {
  readonly onSaid: (outcome: Outcome | null) => void;
  readonly failed: (error: unknown) => Outcome;
}

/** Takes the code that confirms an address, or mails another one. */
function Code({ reader: { email }, onSaid, failed }: FormProps & { readonly reader: Reader }) {
  const { t } = useTranslation("account");
  const [confirm, { isLoading }] = useConfirmReaderMutation();
  const [add, { isLoading: isMailing }] = useAddReaderMutation();
  const [code, setCode] = useState("");

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    onSaid(null);
    const { error } = await confirm({ email, code: code.trim() });
    onSaid(error === undefined ? { ok: true, text: t("readers.confirmed", { email }) } : failed(error));
  }

  async function mailAgain(): Promise<void> {
    if (isMailing) return;
    const { data, error } = await add(email);
    if (error !== undefined) onSaid(failed(error));
    else onSaid({ ok: true, text: t("readers.mailed", { email: data.code_sent_to ?? email }) });
  }

  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <div className="inline-form">
        <input
          className="input"
          aria-label={t("readers.code", { email })}
          placeholder={t("readers.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={CODE_DIGITS}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <button type="submit" className="btn btn--accent" aria-disabled={isLoading}>
          {t("readers.confirm")}
        </button>
      </div>
      <button type="button" className="text-link" aria-disabled={isMailing} onClick={() => void mailAgain()}>
        {t("readers.again")}
      </button>
    </form>
  );
}

function AddForm({ outcome, onSaid, failed }: FormProps & { readonly outcome: Outcome | null }) {
  const { t } = useTranslation("account");
  const [add, { isLoading }] = useAddReaderMutation();
  const [email, setEmail] = useState("");
  const id = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    onSaid(null);
    const { data, error } = await add(email.trim());
    if (error !== undefined) return onSaid(failed(error));
    setEmail("");
    const { email: address, code_sent_to: sentTo } = data;
    if (sentTo === null) onSaid({ ok: true, text: t("readers.confirmed", { email: address }) });
    else onSaid({ ok: true, text: t("readers.mailed", { email: sentTo }) });
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <label className="label" htmlFor={id}>
        {t("readers.add")}
      </label>
      <div className="inline-form">
        <input
          className="input"
          id={id}
          type="email"
          autoComplete="off"
          placeholder="name@kindle.com"
          required
          maxLength={ADDRESS_CHARS}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" className="btn btn--accent" aria-disabled={isLoading}>
          {t("emails.submit")}
        </button>
      </div>
      <Note outcome={outcome} />
    </form>
  );
}
