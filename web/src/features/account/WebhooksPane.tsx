import type { CreatedWebhook } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { SecretList } from "./SecretList.tsx";
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
  return (
    <SecretList
      of={webhooks}
      end={end}
      secretOf={({ secret }: CreatedWebhook) => secret}
      said={{
        title: t("webhooks.title"),
        text: t("webhooks.text"),
        add: t("webhooks.add"),
        secret: t("webhooks.secret"),
        failed: t("webhooks.failed"),
        made: (webhook) => t("webhooks.made", { host: hostOf(webhook) }),
        ended: (webhook) => t("webhooks.ended", { host: hostOf(webhook) }),
      }}
      row={(webhook, onEnd) => <WebhookRow key={webhook.id} webhook={webhook} onEnd={onEnd} />}
      form={(form) => <WebhookForm {...form} />}
    />
  );
}
