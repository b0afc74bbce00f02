import { type Delivery, texts, type Webhook } from "@satchel/contracts";
import { Check, CircleAlert, CircleDashed, RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { localeOf } from "../../kit/i18n/language.ts";
import { RowSkeletons } from "./Note.tsx";
import { useWhen } from "./useWhen.ts";
import { useDeliveriesQuery } from "./webhooks.api.ts";

/** Milliseconds between two looks at an open log: a test is answered in a moment. */
const LOOK_MS = 3000;

const icons = {
  delivered: Check,
  retrying: RotateCw,
  failed: CircleAlert,
  dropped: CircleDashed,
  "left-out": CircleAlert,
} as const;

/** The newest deliveries of a webhook, each with the beginning of its last answer as text. */
export function WebhookLog({ webhook, onReplay }: { webhook: Webhook; onReplay: (delivery: Delivery) => void }) {
  const { t } = useTranslation("account");
  const { data, isError, refetch } = useDeliveriesQuery(webhook.id, {
    pollingInterval: LOOK_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  if (data === undefined) {
    if (!isError) return <RowSkeletons count={2} />;
    return <LoadFault text={texts.links.loadFailed} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) return <p className="hint">{t("webhooks.empty")}</p>;
  return (
    <ol className="hook-log" aria-label={t("webhooks.log", { host: hostOf(webhook) })}>
      {data.map((delivery) => (
        <Entry
          key={delivery.id}
          delivery={delivery}
          onReplay={webhook.paused === null ? () => onReplay(delivery) : undefined}
        />
      ))}
    </ol>
  );
}

export const hostOf = ({ url }: Webhook): string => new URL(url).host;

function Entry({ delivery, onReplay }: { delivery: Delivery; onReplay: (() => void) | undefined }) {
  const { t, i18n } = useTranslation("account");
  const { ago } = useWhen();
  const { state, event, at, answer, payload, next_at: nextAt, milliseconds, attempts } = delivery;
  const Icon = icons[state];
  const facts = [ago(at), outcomeIn(t, delivery)];
  if (milliseconds !== null) facts.push(`${milliseconds} ms`);
  if (attempts > 1) facts.push(t("webhooks.attempts", { count: attempts }));
  if (state === "retrying" && nextAt !== null) {
    const format = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: "short", timeStyle: "short" });
    facts.push(t("webhooks.next", { when: format.format(new Date(nextAt)) }));
  }
  return (
    <li>
      <details>
        <summary>
          <Icon className={`icon icon-m hook-log__${state}`} />
          <span>
            <b>
              {t(`webhooks.states.${state}`)} <code>{event}</code>
            </b>
            <small>{facts.filter((fact) => fact !== "").join(" · ")}</small>
          </span>
        </summary>
        <div className="hook-log__more">
          {answer !== null && (
            <>
              <h5>{t("webhooks.answer")}</h5>
              <pre tabIndex={0}>
                <bdi>{answer}</bdi>
              </pre>
            </>
          )}
          <h5>{t("webhooks.payload")}</h5>
          <pre tabIndex={0}>
            <bdi>{payload}</bdi>
          </pre>
          <code className="hook-log__id">webhook-id: {delivery.id}</code>
          {onReplay !== undefined && (
            <button type="button" className="btn btn--plain" onClick={onReplay}>
              <RotateCw className="icon icon-m" />
              {t("webhooks.replay")}
            </button>
          )}
        </div>
      </details>
    </li>
  );
}

/** Reasons with a sentence of their own; others are shown by their code. */
const REASONS = ["blocked-address", "blocked-port", "dns-failure", "timeout", "connect-failed", "tls-failed"] as const;

function outcomeIn(t: ReturnType<typeof useTranslation<"account">>["t"], { status, reason }: Delivery): string {
  if (status !== null) return t("webhooks.status", { status });
  if (reason === null || reason === "paused") return "";
  const known = REASONS.find((each) => each === reason);
  return known === undefined ? reason : t(`webhooks.reasons.${known}`);
}
