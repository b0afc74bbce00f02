import type { Session } from "@satchel/contracts";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/call.ts";
import { useEndSessionMutation, useSessionsQuery } from "./account.api.ts";
import { deviceIn } from "./rules.ts";
import { useWhen } from "./useWhen.ts";
import { Note, type Outcome } from "./Note.tsx";
import { Listed, RowText } from "./Listed.tsx";

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation("account");
  const { ago, day } = useWhen();
  const used = ago(session.last_used_at);
  const device = deviceIn(t, session.device);
  const facts = [t("sessions.used", { when: used }), t("sessions.since", { when: day(session.created_at) })];
  return (
    <li>
      <RowText name={device} facts={facts.join(" · ")} />
      {session.is_current ? (
        <em className="badge badge--ok">{t("sessions.current")}</em>
      ) : (
        <button
          type="button"
          className="btn btn--ghost"
          aria-label={t("sessions.endOne", { device, when: used })}
          onClick={onEnd}
        >
          {t("sessions.end")}
        </button>
      )}
    </li>
  );
}

/** The sessions of the account, this one first, with buttons to end the others. */
export function Sessions() {
  const { t } = useTranslation("account");
  const sessions = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end] = useEndSessionMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const ordered = sessions.data?.toSorted((one, other) => Number(other.is_current) - Number(one.is_current));
  const others = ordered?.filter((session) => !session.is_current) ?? [];

  /** A session that has ended meanwhile counts as success. */
  async function endAll(which: readonly Session[], said: string): Promise<void> {
    setOutcome(null);
    // The focused button is removed with its row.
    heading.current?.focus();
    const answers = await Promise.all(which.map(({ id }) => end(id)));
    const failed = answers.some(({ error }) => error !== undefined && (error as Problem).status !== 404);
    setOutcome(failed ? { ok: false, text: t("sessions.failed") } : { ok: true, text: said });
  }

  return (
    <section className="stack">
      <div className="split">
        <h4 id="sessions-title" ref={heading} tabIndex={-1}>
          {t("sessions.title")}
        </h4>
        {others.length > 1 && (
          <button
            type="button"
            className="btn btn--ghost"
            onClick={() => void endAll(others, t("sessions.endedOthers", { count: others.length }))}
          >
            {t("sessions.endOthers")}
          </button>
        )}
      </div>
      <Listed of={{ ...sessions, data: ordered }} aria-labelledby="sessions-title">
        {(session) => (
          <SessionRow key={session.id} session={session} onEnd={() => void endAll([session], t("sessions.ended"))} />
        )}
      </Listed>
      <Note outcome={outcome} />
    </section>
  );
}
