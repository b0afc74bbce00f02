import { CONFIRMATION_SECONDS, texts } from "@satchel/contracts";
import { type ReactNode, useEffect, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { Link } from "wouter";
import { useAppSelector } from "../../kit/state.ts";
import { LostMailPicture } from "../../kit/LostMailPicture.tsx";
import { SatchelPicture } from "../../kit/pictures.tsx";
import { selectStatus } from "../../session/session.slice.ts";
import { Brand } from "../../kit/Brand.tsx";
import { takeToken } from "../../session/confirmationToken.ts";
import { type Confirmation, useConfirmation } from "./useConfirmation.ts";

/** Where the link leads that is mailed to a further sender address. */
export function ConfirmAddressPage() {
  const { t } = useTranslation("confirm-address");
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
        <Told picture={<LostMailPicture />} title={t("nothing")}>
          <p>{t("nothingText")}</p>
          <ToLinks />
        </Told>
      ) : status === "anonymous" ? (
        <Told picture={<SatchelPicture />} title={t("signIn")}>
          <p>{t("signInText")}</p>
          <Action>
            <Link className="btn btn--accent btn--big" to="/">
              {t("signInAction")}
            </Link>
          </Action>
        </Told>
      ) : (
        <Outcome confirmation={confirmation} onRetry={retry} />
      )}
    </main>
  );
}

function Outcome({ confirmation, onRetry }: { confirmation: Confirmation; onRetry: () => void }) {
  const { t } = useTranslation("confirm-address");
  const inLanguage = useCatalogue();
  if (confirmation.state === "waiting") {
    return <Told picture={<SatchelPicture />} title={t("waiting")} />;
  }
  if (confirmation.state === "confirmed") {
    return (
      <Told picture={<SatchelPicture />} title={t("done")}>
        <p>
          <Trans t={t} i18nKey="doneText" values={{ email: confirmation.email }} components={{ b: <b /> }} />
        </p>
        <ToLinks />
      </Told>
    );
  }
  return (
    <Told picture={<LostMailPicture />} title={t("refused")}>
      <p>{inLanguage(confirmation.detail || texts.unexpected)}</p>
      {confirmation.mayRetry ? (
        <Action>
          <button className="btn btn--accent btn--big" type="button" onClick={onRetry}>
            {t("again")}
          </button>
        </Action>
      ) : (
        <>
          <p className="hint">{t("refusedHint", { hours: CONFIRMATION_SECONDS / 3600 })}</p>
          <ToLinks />
        </>
      )}
    </Told>
  );
}

interface ToldProps {
  readonly picture: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
}

function Told({ picture, title, children }: ToldProps) {
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
  const { t } = useTranslation("confirm-address");
  return (
    <Action>
      <Link className="btn btn--accent btn--big" to="/links">
        {t("toLinks")}
      </Link>
    </Action>
  );
}
