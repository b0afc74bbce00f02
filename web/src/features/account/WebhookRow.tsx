import type { Delivery, Webhook } from "@satchel/contracts";
import { ChevronDown, Pause, Play, Send, Trash2, Webhook as WebhookIcon } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../kit/transport/call.ts";
import { RowText } from "./Listed.tsx";
import { Note, type Outcome } from "./Note.tsx";
import { useChangeWebhookMutation, useReplayDeliveryMutation, useTestWebhookMutation } from "./webhooks.api.ts";
import { hostOf, WebhookLog } from "./WebhookLog.tsx";

/** A webhook; opened, it shows what can be done with it, and its log. */
export function WebhookRow({ webhook, onEnd }: { webhook: Webhook; onEnd: () => void }) {
  const { t } = useTranslation("account");
  const [change] = useChangeWebhookMutation();
  const [test, { isLoading: isTesting }] = useTestWebhookMutation();
  const [replay] = useReplayDeliveryMutation();
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const id = useId();
  const { url, events, paused, failing_since: failingSince, with_notes: withNotes } = webhook;
  const host = hostOf(webhook);
  const isPaused = paused !== null;
  const facts = events.map((event) => t(`webhooks.events.${event}`));
  if (withNotes) facts.push(t("webhooks.notes"));

  const said = (error: unknown, done: string): void => {
    const isDone = error === undefined;
    setOutcome({ ok: isDone, text: isDone ? done : reasonOf(error, t("webhooks.failed")) });
  };

  async function onTest(): Promise<void> {
    if (isTesting) return;
    setOutcome(null);
    said((await test(webhook.id)).error, t("webhooks.tested"));
  }
  async function onPause(): Promise<void> {
    setOutcome(null);
    const { error } = await change({ id: webhook.id, is_paused: !isPaused });
    said(error, t(isPaused ? "webhooks.resumed" : "webhooks.isPaused"));
  }
  async function onReplay({ id: delivery }: Delivery): Promise<void> {
    setOutcome(null);
    said((await replay({ id: webhook.id, delivery })).error, t("webhooks.replayed"));
  }

  return (
    <li className="hook">
      <button
        type="button"
        className="hook__head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <WebhookIcon className="icon" />
        <RowText name={url.replace(/^https?:\/\//, "")} facts={facts.join(" · ")}>
          {isPaused && <small className="hook__bad">{t(`webhooks.paused.${paused}`)}</small>}
          {!isPaused && failingSince !== null && <small className="hook__bad">{t("webhooks.failing")}</small>}
        </RowText>
        <ChevronDown className="icon hook__arrow" />
      </button>
      {isOpen && (
        <div className="hook__more stack" id={id}>
          <div className="hook__actions">
            {!isPaused && (
              <button type="button" className="btn btn--plain" aria-disabled={isTesting} onClick={() => void onTest()}>
                <Send className="icon icon-m" />
                {t("webhooks.test")}
              </button>
            )}
            <button type="button" className="btn btn--plain" onClick={() => void onPause()}>
              {isPaused ? <Play className="icon icon-m" /> : <Pause className="icon icon-m" />}
              {t(isPaused ? "webhooks.resume" : "webhooks.pause")}
            </button>
            <button
              type="button"
              className="btn btn--ghost"
              aria-label={t("webhooks.endOne", { host })}
              onClick={onEnd}
            >
              <Trash2 className="icon icon-m" />
              {t("webhooks.end")}
            </button>
          </div>
          <Note outcome={outcome} />
          <WebhookLog webhook={webhook} onReplay={(delivery) => void onReplay(delivery)} />
        </div>
      )}
    </li>
  );
}
