import { texts } from "@satchel/contracts";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { useAppSelector } from "../../app/hooks.ts";
import { LostMailPicture, SatchelPicture } from "../links/pictures.tsx";
import { selectStatus } from "../session/session.slice.ts";
import { Brand } from "../shell/Brand.tsx";
import { takeToken } from "./token.ts";
import { type Confirmation, useConfirmation } from "./useConfirmation.ts";

/** Where the link leads that is mailed to a further sender address. */
export function ConfirmAddressPage() {
  const status = useAppSelector(selectStatus);
  const [token] = useState(() => takeToken(window));
  const [confirmation, retry] = useConfirmation(status === "verified" ? token : undefined);

  useEffect(() => {
    document.title = "Confirm address · Satchel";
  }, []);

  if (status === "unknown") return null;
  return (
    <main className="lone">
      <Brand />
      {token === undefined ? (
        <Told picture={<LostMailPicture />} title="Nothing to confirm">
          <p>Open the link in the mail that we sent to the address.</p>
          <ToLinks />
        </Told>
      ) : status === "anonymous" ? (
        <Told picture={<SatchelPicture />} title="Sign in to confirm">
          <p>The address belongs to your account once you have signed in to it. Then it is confirmed by itself.</p>
          <Action>
            <Link className="btn btn--accent btn--big" to="/">
              Sign in
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
  if (confirmation.state === "waiting") {
    return <Told picture={<SatchelPicture />} title="Confirming the address…" />;
  }
  if (confirmation.state === "confirmed") {
    return (
      <Told picture={<SatchelPicture />} title="Address confirmed">
        <p>
          Links that you mail from <b>{confirmation.email}</b> land in your satchel from now on.
        </p>
        <ToLinks />
      </Told>
    );
  }
  return (
    <Told picture={<LostMailPicture />} title="Not confirmed">
      <p>{confirmation.detail || texts.unexpected}</p>
      {confirmation.mayRetry ? (
        <Action>
          <button className="btn btn--accent btn--big" type="button" onClick={onRetry}>
            Try Again
          </button>
        </Action>
      ) : (
        <>
          <p className="hint">A link works once, for 24 hours, and in the account that asked for it.</p>
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

const ToLinks = () => (
  <Action>
    <Link className="btn btn--accent btn--big" to="/links">
      Go to your links
    </Link>
  </Action>
);
