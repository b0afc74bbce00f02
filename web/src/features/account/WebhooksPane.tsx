import { type CreatedWebhook, texts, type Webhook } from "@satchel/contracts";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import type { Problem } from "../../kit/transport/call.ts";
import { CopyField, Note, type Outcome, RowSkeletons } from "./Note.tsx";
import { useEndWebhookMutation, useWebhooksQuery } from "./webhooks.api.ts";
import { WebhookForm } from "./WebhookForm.tsx";
import { hostOf } from "./WebhookLog.tsx";
import { WebhookRow } from "./WebhookRow.tsx";
import "./webhooks.css";

/** The webhooks of the account, and a form to make one. */
export function WebhooksPane() {
  const { t } = useTranslation("account");
  const { data: webhooks, isError, refetch } = useWebhooksQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end] = useEndWebhookMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<CreatedWebhook | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  /** A webhook that has ended meanwhile counts as success. */
  async function onEnd(webhook: Webhook): Promise<void> {
    setOutcome(null);
    // The focused button is removed with its row.
    heading.current?.focus();
    const { error } = await end(webhook.id);
    const gone = error === undefined || (error as Problem).status === 404;
    if (gone && made?.id === webhook.id) setMade(null);
    setOutcome({
      ok: gone,
      text: gone ? t("webhooks.ended", { host: hostOf(webhook) }) : t("webhooks.failed"),
    });
  }

  return (
    <section className="stack">
      <h4 id="webhooks-title" ref={heading} tabIndex={-1}>
        {t("webhooks.title")}
      </h4>
      <p>{t("webhooks.text")}</p>
      {made !== null && (
        <div className="new-token">
          <p role="status">{t("webhooks.made", { host: hostOf(made) })}</p>
          <CopyField value={made.secret} aria-label={t("webhooks.secret")} isFirst />
          <button
            type="button"
            className="btn btn--ghost"
            onClick={() => {
              setMade(null);
              heading.current?.focus();
            }}
          >
            {t("tokens.done")}
          </button>
        </div>
      )}
      {webhooks === undefined && isError && <LoadFault text={texts.links.loadFailed} onRetry={() => void refetch()} />}
      {webhooks === undefined && !isError && <RowSkeletons count={1} />}
      {webhooks !== undefined && webhooks.length > 0 && (
        <ul className="rows" aria-labelledby="webhooks-title">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onEnd={() => void onEnd(webhook)} />
          ))}
        </ul>
      )}
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
