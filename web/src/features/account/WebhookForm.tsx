import { type CreatedWebhook, URL_CHARS, WEBHOOK_EVENTS, type WebhookEvent } from "@satchel/contracts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Choice } from "../../kit/Choice.tsx";
import { Actions } from "../../kit/Dialog.tsx";
import { Field } from "../../kit/Field.tsx";
import { reasonOf } from "../../kit/transport/call.ts";
import type { AddForm } from "./SecretList.tsx";
import { useCreateWebhookMutation } from "./webhooks.api.ts";

/** Asks for the address of a webhook and what it is sent, and makes it. */
export function WebhookForm({ onSaid, onMade, onCancel }: AddForm<CreatedWebhook>) {
  const { t } = useTranslation("account");
  const [create, { isLoading }] = useCreateWebhookMutation();
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(["link.saved"]);
  const [withNotes, setWithNotes] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    onSaid(null);
    if (events.length === 0) return onSaid({ ok: false, text: t("webhooks.none") });
    const { data, error } = await create({ url: url.trim(), events: [...events], with_notes: withNotes });
    if (data !== undefined) return onMade(data);
    onSaid({ ok: false, text: reasonOf(error, t("webhooks.addFailed")) });
  }

  return (
    <form className="stack token-form" onSubmit={(event) => void submit(event)}>
      <Field label={t("webhooks.address")}>
        <input
          className="input"
          type="url"
          autoComplete="off"
          autoFocus
          required
          placeholder="https://automation.example/hooks/satchel"
          maxLength={URL_CHARS}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <fieldset>
        <legend className="label">{t("webhooks.when")}</legend>
        {WEBHOOK_EVENTS.map((each) => (
          <Choice
            key={each}
            label={t(`webhooks.events.${each}`)}
            hint={t(`webhooks.eventsText.${each}`)}
            isOn={events.includes(each)}
            onChange={(isOn) => setEvents(WEBHOOK_EVENTS.filter((one) => (one === each ? isOn : events.includes(one))))}
          />
        ))}
      </fieldset>
      <Choice
        label={t("webhooks.withNotes")}
        hint={t("webhooks.withNotesText")}
        isOn={withNotes}
        onChange={setWithNotes}
      />
      <Actions onCancel={onCancel}>
        <button type="submit" className="btn btn--accent" aria-disabled={isLoading}>
          {t("webhooks.create")}
        </button>
      </Actions>
    </form>
  );
}
