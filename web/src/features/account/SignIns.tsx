import { type ConnectedSignIn, texts } from "@satchel/contracts";
import { BadgeCheck, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { useNow } from "../../kit/hooks.ts";
import { type Problem, reasonOf } from "../../kit/transport/call.ts";
import { useConfigQuery } from "../../session/config.slice.ts";
import { useConnectSignInMutation, useDisconnectSignInMutation, useSignInsQuery } from "./account.api.ts";
import { Note, type Outcome, RemoveButton, RowSkeletons } from "./Note.tsx";
import { agoIn } from "./rules.ts";

/** The identity providers that open the account, and buttons to connect one. */
export function SignIns() {
  const { t, i18n } = useTranslation("account");
  const { data: config } = useConfigQuery();
  const { data: signIns, isError, refetch } = useSignInsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [connect] = useConnectSignInMutation();
  const [disconnect] = useDisconnectSignInMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const now = useNow();

  async function onConnect(provider: string): Promise<void> {
    setOutcome(null);
    const answer = await connect(provider);
    if (answer.data !== undefined) window.location.assign(answer.data.url);
    else setOutcome({ ok: false, text: reasonOf(answer.error, texts.unexpected) });
  }

  async function onDisconnect({ id }: ConnectedSignIn): Promise<void> {
    setOutcome(null);
    const { error } = await disconnect(id);
    const gone = error === undefined || (error as Problem).status === 404;
    // The focused button is removed with its row.
    if (gone) heading.current?.focus();
    setOutcome({ ok: gone, text: gone ? t("signIns.removed") : reasonOf(error, t("signIns.removeFailed")) });
  }

  return (
    <section className="stack">
      <h4 id="sign-ins-title" ref={heading} tabIndex={-1}>
        {t("signIns.title")}
      </h4>
      <p>{t("signIns.text")}</p>
      {signIns === undefined && isError && <LoadFault text={texts.links.loadFailed} onRetry={() => void refetch()} />}
      {signIns === undefined && !isError && <RowSkeletons count={1} />}
      {signIns !== undefined && signIns.length > 0 && (
        <ul className="rows" aria-labelledby="sign-ins-title">
          {signIns.map((signIn) => (
            <li key={signIn.id}>
              <BadgeCheck className="icon" />
              <span>
                <b>
                  <bdi>{signIn.provider}</bdi>
                </b>
                <small>{t("signIns.since", { when: agoIn(i18n.language, new Date(signIn.connected_at), now) })}</small>
              </span>
              <RemoveButton
                label={t("signIns.remove", { provider: signIn.provider })}
                onClick={() => void onDisconnect(signIn)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="inline-form">
        {config?.sso?.providers.map(({ name, label }) => (
          <button key={name} type="button" className="btn btn--plain" onClick={() => void onConnect(name)}>
            <Plus className="icon icon-m" />
            {t("signIns.connect", { provider: label })}
          </button>
        ))}
      </div>
      <Note outcome={outcome} />
    </section>
  );
}
