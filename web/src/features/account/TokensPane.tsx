import type { ApiToken, CreatedApiToken } from "@satchel/contracts";
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFolderTree } from "../../folders/folders.api.ts";
import { findFolder } from "../../folders/tree.ts";
import { RowText } from "./Listed.tsx";
import { SecretList } from "./SecretList.tsx";
import { lastUseIn } from "./rules.ts";
import { FeedsPane } from "./FeedsPane.tsx";
import { TokenForm } from "./TokenForm.tsx";
import { useEndTokenMutation, useTokensQuery } from "./tokens.api.ts";
import { useWhen } from "./useWhen.ts";
import { WebhooksPane } from "./WebhooksPane.tsx";

function TokenRow({ token, onEnd }: { token: ApiToken; onEnd: () => void }) {
  const { t } = useTranslation("account");
  const { ago, day } = useWhen();
  const folders = useFolderTree();
  const { name, scopes, folder_id: folderId, expires_at: expiresAt } = token;
  const facts = [
    scopes.map((scope) => t(`tokens.scopes.${scope}`)).join(", "),
    ...(folderId === null ? [] : [t("tokens.inFolder", { name: findFolder(folders, folderId)?.name ?? "–" })]),
    lastUseIn(t, token, ago),
  ];
  if (expiresAt !== null) facts.push(t("tokens.until", { when: day(expiresAt) }));
  return (
    <li>
      <KeyRound className="icon" />
      <RowText name={name} facts={facts.join(" · ")} />
      <button type="button" className="btn btn--ghost" aria-label={t("tokens.endOne", { name })} onClick={onEnd}>
        {t("tokens.end")}
      </button>
    </li>
  );
}

/** What programs use: API tokens, feeds of this archive, and webhooks. */
export function TokensPane() {
  return (
    <>
      <Tokens />
      <FeedsPane />
      <WebhooksPane />
    </>
  );
}

/** Where apps of other products, and assistants, are told to find this server. */
const DOORS = [
  { name: "linkding", path: "/linkding" },
  { name: "wallabag", path: "/wallabag" },
  { name: "opds", path: "/opds" },
  { name: "mcp", path: "/mcp" },
] as const;

const API_DOCS = "/api/docs";

/** The API tokens of the account, and a form to make one. */
function Tokens() {
  const { t } = useTranslation("account");
  const tokens = useTokensQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end] = useEndTokenMutation();
  return (
    <SecretList
      of={tokens}
      end={end}
      secretOf={({ token }: CreatedApiToken) => token}
      said={{
        title: t("tokens.title"),
        text: t("tokens.text"),
        add: t("tokens.add"),
        secret: t("tokens.value"),
        failed: t("tokens.endFailed"),
        made: ({ name }) => t("tokens.made", { name }),
        ended: ({ name }) => t("tokens.ended", { name }),
      }}
      row={(token, onEnd) => <TokenRow key={token.id} token={token} onEnd={onEnd} />}
      form={(form) => <TokenForm {...form} />}
    >
      <p className="hint">{t("tokens.addresses")}</p>
      <dl className="doors">
        {DOORS.map(({ name, path }) => (
          <div key={path}>
            <dt>{t(`tokens.doors.${name}`)}</dt>
            <dd>{window.location.origin + path}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">
        <a className="text-link" href={API_DOCS} target="_blank" rel="noreferrer">
          {t("tokens.docs")}
        </a>
      </p>
      <p className="hint">{t("tokens.extensions")}</p>
    </SecretList>
  );
}
