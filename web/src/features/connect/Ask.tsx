import { Bookmark, Clock, Lock } from "lucide-react";
import { CONNECTION_SECONDS, type ConnectionCode, type ConnectionRequest, texts } from "@satchel/contracts";
import { Trans, useTranslation } from "react-i18next";
import { createConnection } from "@satchel/contracts/routes";
import { useState } from "react";
import { ErrorNote } from "../../kit/ErrorNote.tsx";
import { api } from "../../session/api.ts";
import { type Asked, doneAddress } from "./asked.ts";
import { type Problem, isAway } from "../../kit/transport/call.ts";
import { useUserQuery } from "../../session/api.ts";

export const { useCreateConnectionMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    createConnection: build.mutation<ConnectionCode, ConnectionRequest>({
      query: (body) => ({ operation: createConnection, body }),
      invalidatesTags: ["Sessions"],
    }),
  }),
});

const DAYS = CONNECTION_SECONDS / (24 * 3600);

/** Says what is asked and for which account, and carries the answer to where the extension waits for it. */
export function Ask({ asked: { request, state } }: { asked: Asked }) {
  const { t } = useTranslation("connect");
  const { data: user, error: notLoaded, refetch } = useUserQuery();
  const [create] = useCreateConnectionMutation();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const email = user?.sender_emails[0]?.email;

  // A navigation, for that is what the extension sees; replacing, so that Back does not ask once more.
  const leave = (answer: Parameters<typeof doneAddress>[0]) => window.location.replace(doneAddress(answer, state));

  const said = (problem: unknown): string => {
    const { status } = problem as Problem;
    return isAway(status) ? texts.offline : status === 429 ? texts.server.tooMany : t("failed");
  };

  async function connect(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError("");
    // Renews an access token that ran out while the page stood open, which calls of /api/auth/ don't.
    const { error: lost } = await refetch();
    const { data, error: refused = lost } = lost === undefined ? await create(request) : { data: undefined };
    if (data !== undefined) {
      leave({ code: data.code });
      return;
    }
    setBusy(false);
    setError(said(refused));
  }

  return (
    <>
      <h1 className="title-page">{t("title")}</h1>
      <p className="connect__who">
        <Trans
          t={t}
          i18nKey={`asks.${request.client}`}
          components={{ email: email === undefined ? <i className="lead__address shimmer" /> : <Address of={email} /> }}
        />
      </p>
      <ul className="connect__terms">
        <li>
          <Bookmark className="icon" />
          {t("may")}
        </li>
        <li>
          <Lock className="icon" />
          {t("mayNot")}
        </li>
        <li>
          <Clock className="icon" />
          {t("end", { days: DAYS })}
        </li>
      </ul>
      <p>
        <b>{t("warning")}</b>
      </p>
      <ErrorNote
        id="connect-error"
        text={error !== "" ? error : email === undefined && notLoaded !== undefined ? said(notLoaded) : ""}
      />
      <div className="connect__actions">
        {email === undefined && notLoaded !== undefined ? (
          <button className="btn btn--accent btn--big" type="button" onClick={() => void refetch()}>
            {t("again")}
          </button>
        ) : (
          <button
            className="btn btn--accent btn--big"
            type="button"
            disabled={email === undefined}
            onClick={() => void connect()}
          >
            {t(isBusy ? "connecting" : "action")}
          </button>
        )}
        <button className="btn btn--ghost btn--big" type="button" onClick={() => leave({ error: "access_denied" })}>
          {t("cancel")}
        </button>
      </div>
    </>
  );
}

const Address = ({ of }: { of: string }) => (
  <b>
    <bdi>{of}</bdi>
  </b>
);
