import { CONFIRMATION_SECONDS, type SenderEmail, texts } from "@satchel/contracts";
import { Link } from "wouter";
import { Trans, useTranslation } from "react-i18next";
import { confirmSenderEmail } from "@satchel/contracts/settings-routes";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Problem } from "../../kit/transport/call.ts";
import { Brand } from "../../kit/SoloPage.tsx";
import { LostMailPicture } from "../../kit/LostMailPicture.tsx";
import { SatchelPicture } from "../../kit/pictures.tsx";
import { api } from "../../session/api.ts";
import { dropToken, takeToken } from "../../session/confirmationToken.ts";
import { selectStatus } from "../../session/session.slice.ts";
import { useAppSelector } from "../../kit/state.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";

export const { useConfirmSenderEmailMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    confirmSenderEmail: build.mutation<SenderEmail, string>({
      query: (token) => ({ operation: confirmSenderEmail, body: { token } }),
      invalidatesTags: ["User"],
    }),
  }),
});

/** The result of a confirmation. `mayRetry`: the server did not decide. */
type Confirmation =
  | { readonly state: "waiting" }
  | { readonly state: "confirmed"; readonly email: string }
  | { readonly state: "refused"; readonly detail: string; readonly mayRetry: boolean };

/** Statuses by which the server has decided on the token. */
const JUDGED: readonly number[] = [404, 409, 422];

/** Confirms an address by its token, once. The second value retries. */
function useConfirmation(token: string | undefined): [Confirmation, () => void] {
  const [confirm] = useConfirmSenderEmailMutation();
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: "waiting" });
  const asked = useRef<string>(undefined);

  async function ask(using: string): Promise<void> {
    setConfirmation({ state: "waiting" });
    const answer = await confirm(using);
    if (answer.error === undefined) {
      dropToken(window);
      setConfirmation({ state: "confirmed", email: answer.data.email });
      return;
    }
    const { status, detail } = answer.error as Problem;
    const judged = JUDGED.includes(status);
    if (judged) dropToken(window);
    setConfirmation({ state: "refused", detail: status === 0 ? "" : detail, mayRetry: !judged });
  }

  // A token is valid once, so a repeated effect must not send it again.
  useEffect(() => {
    if (token === undefined || asked.current === token) return;
    asked.current = token;
    void ask(token);
  });

  return [confirmation, () => token !== undefined && void ask(token)];
}

/** The page of the link that is mailed to a further sender address. */
export function ConfirmAddressPage() {
  const { t } = useTranslation("account", { keyPrefix: "confirm" });
  const status = useAppSelector(selectStatus);
  const [token] = useState(() => takeToken(window));
  const [confirmation, retry] = useConfirmation(status === "verified" ? token : undefined);

  useEffect(() => {
    document.title = t("tab");
  }, [t]);

  if (status === "unknown") return null;
  return (
    <main className="lone">
      <Brand />
      {token === undefined ? (
        <Notice picture={<LostMailPicture />} title={t("nothing")}>
          <p>{t("nothingText")}</p>
          <ToLinks />
        </Notice>
      ) : status === "anonymous" ? (
        <Notice picture={<SatchelPicture />} title={t("signIn")}>
          <p>{t("signInText")}</p>
          <Action>
            <Link className="btn btn--accent btn--big" to="/">
              {t("signInAction")}
            </Link>
          </Action>
        </Notice>
      ) : (
        <Outcome confirmation={confirmation} onRetry={retry} />
      )}
    </main>
  );
}

function Outcome({ confirmation, onRetry }: { confirmation: Confirmation; onRetry: () => void }) {
  const { t } = useTranslation("account", { keyPrefix: "confirm" });
  const { t: ofKit } = useTranslation("kit");
  const inLanguage = useCatalogue();
  if (confirmation.state === "waiting") {
    return <Notice picture={<SatchelPicture />} title={t("waiting")} />;
  }
  if (confirmation.state === "confirmed") {
    return (
      <Notice picture={<SatchelPicture />} title={t("done")}>
        <p>
          <Trans t={t} i18nKey="doneText" values={{ email: confirmation.email }} components={{ b: <b /> }} />
        </p>
        <ToLinks />
      </Notice>
    );
  }
  return (
    <Notice picture={<LostMailPicture />} title={t("refused")}>
      <p>{inLanguage(confirmation.detail || texts.unexpected)}</p>
      {confirmation.mayRetry ? (
        <Action>
          <button className="btn btn--accent btn--big" type="button" onClick={onRetry}>
            {ofKit("tryAgain")}
          </button>
        </Action>
      ) : (
        <>
          <p className="hint">{t("refusedHint", { hours: CONFIRMATION_SECONDS / 3600 })}</p>
          <ToLinks />
        </>
      )}
    </Notice>
  );
}

interface NoticeProps {
  readonly picture: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
}

function Notice({ picture, title, children }: NoticeProps) {
  return (
    <section className="empty" role="status">
      {picture}
      <h1 className="title-section">{title}</h1>
      {children}
    </section>
  );
}

const Action = ({ children }: { children: ReactNode }) => <div className="actions">{children}</div>;

function ToLinks() {
  const { t } = useTranslation("account", { keyPrefix: "confirm" });
  return (
    <Action>
      <Link className="btn btn--accent btn--big" to="/links">
        {t("toLinks")}
      </Link>
    </Action>
  );
}
