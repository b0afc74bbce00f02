import { useConfigQuery } from "../shell/config.api.ts";

/** Where mails are found in an installation that sends none; nothing elsewhere. */
export function OutboxHint() {
  const { data: config } = useConfigQuery();
  if (config?.outbox !== true) return null;
  return (
    <div className="hint">
      This local installation sends no mail: it lies in the{" "}
      <a className="text-link" href="/outbox" target="_blank" rel="noopener">
        outbox
      </a>
      .
    </div>
  );
}
