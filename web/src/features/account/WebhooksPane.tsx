import type { CreatedWebhook, Webhook } from "@satchel/contracts";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { NewSecret, Note } from "./Note.tsx";
import { Listed, useEnding } from "./Listed.tsx";
import { useEndWebhookMutation, useWebhooksQuery } from "./webhooks.api.ts";
import { WebhookForm } from "./WebhookForm.tsx";
import { hostOf } from "./WebhookLog.tsx";
import { WebhookRow } from "./WebhookRow.tsx";
import "./webhooks.css";

/** The webhooks of the account, and a form to make one. */
export function WebhooksPane() {
  const { t } = useTranslation("account");
  const webhooks = useWebhooksQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end] = useEndWebhookMutation();
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<CreatedWebhook | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { outcome, setOutcome, endOne } = useEnding(end, heading);

  async function onEnd(webhook: Webhook): Promise<void> {
    const said = { ended: t("webhooks.ended", { host: hostOf(webhook) }), failed: t("webhooks.failed") };
    const isEnded = await endOne(webhook.id, said);
    if (isEnded && made?.id === webhook.id) setMade(null);
  }

  return (
    <section className="stack">
      <h4 id="webhooks-title" ref={heading} tabIndex={-1}>
        {t("webhooks.title")}
      </h4>
      <p>{t("webhooks.text")}</p>
      {made !== null && (
        <NewSecret
          text={t("webhooks.made", { host: hostOf(made) })}
          secret={made.secret}
          label={t("webhooks.secret")}
          onDone={() => {
            setMade(null);
            heading.current?.focus();
          }}
        />
      )}
      <Listed of={webhooks} aria-labelledby="webhooks-title">
        {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} onEnd={() => void onEnd(webhook)} />}
      </Listed>
      {isOpen ? (
        <WebhookForm
          onSaid={setOutcome}
          onMade={(webhook) => {
            setMade(webhook);
            setOpen(false);
          }}
        />
      ) : (
        <div>
          <button
            type="button"
            className="btn btn--plain"
            onClick={() => {
              setOutcome(null);
              setMade(null);
              setOpen(true);
            }}
          >
            <Plus className="icon icon-m" />
            {t("webhooks.add")}
          </button>
        </div>
      )}
      <Note outcome={outcome} />
    </section>
  );
}
