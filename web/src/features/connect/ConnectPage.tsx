import { Trans, useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Bookmark, Clock, Lock } from "lucide-react";
import { CONNECTION_SECONDS, type ConnectionCode, type ConnectionRequest, texts } from "@satchel/contracts";
import { createConnection } from "@satchel/contracts/settings-routes";
import { useState } from "react";
import { useQueryString } from "../../kit/hooks.ts";
import { RequireSession } from "../../session/RequireSession.tsx";
import { SoloPage } from "../../kit/SoloPage.tsx";
import { ErrorNote } from "../../kit/ErrorNote.tsx";
import { api, useUserQuery } from "../../session/api.ts";
import { isAway, type Problem } from "../../kit/transport/call.ts";
import "./connect.css";

/** The page where a browser extension asks for access to the archive (decision 30), after signing in. */
export function ConnectPage() {
  const { t } = useTranslation("share", { keyPrefix: "connect" });
  const search = useQueryString();
  const asked = requestIn(search);
  const page = (
    <SoloPage tab={t("tab")}>
      <div className="box-card connect">{asked === undefined ? <Malformed /> : <Ask asked={asked} />}</div>
    </SoloPage>
  );
  return asked === undefined ? page : <RequireSession>{page}</RequireSession>;
}

function Malformed() {
  const { t } = useTranslation("share", { keyPrefix: "connect" });
  return (
    <>
      <h1 className="title-page">{t("malformed.title")}</h1>
      <p>{t("malformed.text")}</p>
      <Link className="btn btn--plain" to="/links">
        {t("malformed.action")}
      </Link>
    </>
  );
}

export const { useCreateConnectionMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    createConnection: build.mutation<ConnectionCode, ConnectionRequest>({
      query: (body) => ({ operation: createConnection, body }),
      invalidatesTags: ["Sessions"],
    }),
  }),
});

const DAYS = CONNECTION_SECONDS / (24 * 3600);

/** Shows the request and the account, and passes the answer to the extension. */
export function Ask({ asked: { request, state } }: { asked: AuthorizationRequest }) {
  const { t } = useTranslation("share", { keyPrefix: "connect" });
  const { t: ofKit } = useTranslation("kit");
  const { data: user, error: notLoaded, refetch } = useUserQuery();
  const [create] = useCreateConnectionMutation();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const email = user?.sender_emails[0]?.email;

  // By a navigation, which the extension observes; replacing, so that Back does not return to the question.
  const leave = (answer: Parameters<typeof doneAddress>[0]) => window.location.replace(doneAddress(answer, state));

  const said = (problem: unknown): string => {
    const { status } = problem as Problem;
    return isAway(status) ? texts.offline : status === 429 ? texts.server.tooMany : t("failed");
  };

  async function connect(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError("");
    // Refreshes an expired access token, which calls of /api/auth/ don't.
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
      <div className="buttons">
        {email === undefined && notLoaded !== undefined ? (
          <button className="btn btn--accent btn--big" type="button" onClick={() => void refetch()}>
            {ofKit("tryAgain")}
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
          {ofKit("cancel")}
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

/** The parameters with which an extension opens `/connect`. */
interface AuthorizationRequest {
  readonly request: ConnectionRequest;
  /** Returned unchanged, so that the extension recognises its own request (RFC 6749 section 4.1.1). */
  readonly state: string;
}

const NAMES = ["challenge", "state", "client"] as const;

/** Reads the request from the address; undefined unless each parameter is present once and valid. */
export function requestIn(search: string): AuthorizationRequest | undefined {
  const parameters = new URLSearchParams(search);
  if (NAMES.some((name) => parameters.getAll(name).length !== 1)) return undefined;
  const [challenge = "", state = "", client = ""] = NAMES.map((name) => parameters.get(name) ?? "");
  if (!/^[\w-]{43}$/.test(challenge) || !/^[\w-]{22}$/.test(state)) return undefined;
  return client === "chrome" || client === "firefox" ? { request: { challenge, client }, state } : undefined;
}

/**
 * The address that the extension waits for in this tab. The answer is in the fragment, which is not sent to servers.
 * @param answer a code, or the error (RFC 6749 section 4.1.2.1)
 */
export const doneAddress = (answer: { code: string } | { error: "access_denied" }, state: string): string =>
  `/connect/done#${new URLSearchParams({ ...answer, state })}`;

/** Whether the fragment has a code; otherwise nothing was connected. */
export const isAgreed = (hash: string): boolean => new URLSearchParams(hash.slice(1)).has("code");

/** The page with the answer for the extension in its address. The extension closes this tab, if it can. */
export function ConnectDonePage() {
  const { t } = useTranslation("share", { keyPrefix: "connect" });
  const [agreed] = useState(() => isAgreed(window.location.hash));
  return (
    <SoloPage tab={t("done.tab")}>
      <div className="box-card connect" role="status">
        <h1 className="title-page">{t(agreed ? "done.title" : "done.refused")}</h1>
        <p>{t(agreed ? "done.text" : "done.refusedText")}</p>
      </div>
    </SoloPage>
  );
}
