import { type ConnectedSignIn, texts } from "@satchel/contracts";
import { BadgeCheck, Plus } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../kit/transport/call.ts";
import { useConfigQuery } from "../../session/config.slice.ts";
import { useConnectSignInMutation, useDisconnectSignInMutation, useSignInsQuery } from "./account.api.ts";
import { Listed, RowText, useEnding } from "./Listed.tsx";
import { Note, RemoveButton } from "./Note.tsx";
import { useWhen } from "./useWhen.ts";

/** The identity providers that open the account, and buttons to connect one. */
export function SignIns() {
  const { t } = useTranslation("account");
  const { data: config } = useConfigQuery();
  const signIns = useSignInsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [connect] = useConnectSignInMutation();
  const [disconnect] = useDisconnectSignInMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { outcome, setOutcome, endOne } = useEnding(disconnect, heading);
  const { ago } = useWhen();

  async function onConnect(provider: string): Promise<void> {
    setOutcome(null);
    const answer = await connect(provider);
    if (answer.data !== undefined) window.location.assign(answer.data.url);
    else setOutcome({ ok: false, text: reasonOf(answer.error, texts.unexpected) });
  }

  const onDisconnect = ({ id }: ConnectedSignIn) =>
    endOne(id, { ended: t("signIns.removed"), failed: t("signIns.removeFailed") });

  return (
    <section className="stack">
      <h4 id="sign-ins-title" ref={heading} tabIndex={-1}>
        {t("signIns.title")}
      </h4>
      <p>{t("signIns.text")}</p>
      <Listed of={signIns} aria-labelledby="sign-ins-title">
        {(signIn) => (
          <li key={signIn.id}>
            <BadgeCheck className="icon" />
            <RowText name={signIn.provider} facts={t("signIns.since", { when: ago(signIn.connected_at) })} />
            <RemoveButton
              label={t("signIns.remove", { provider: signIn.provider })}
              onClick={() => void onDisconnect(signIn)}
            />
          </li>
        )}
      </Listed>
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
