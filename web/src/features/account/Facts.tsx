import { texts, type User } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { numberIn } from "../../kit/i18n/numbers.ts";
import { LoadFault } from "../../kit/LoadFault.tsx";

interface FactsProps {
  readonly user: User | undefined;
  readonly total: number | undefined;
  readonly favorites: number | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

const Waiting = () => <i className="shimmer" aria-hidden="true" />;

/** What is known of the account. Its lines have their height before they are known. */
export function Facts({ user, total, favorites, failed, onRetry }: FactsProps) {
  const { t, i18n } = useTranslation("account");
  if (failed) return <LoadFault text={texts.links.loadFailed} onRetry={onRetry} />;
  const number = (value: number | undefined) => (value === undefined ? <Waiting /> : numberIn(i18n.language, value));
  const created =
    user && new Intl.DateTimeFormat(i18n.language, { dateStyle: "long" }).format(new Date(user.created_at));
  return (
    <dl className="facts">
      <div>
        <dt>{t("general.total")}</dt>
        <dd className="big">{number(total)}</dd>
      </div>
      <div>
        <dt>{t("general.favorites")}</dt>
        <dd className="big">{number(favorites)}</dd>
      </div>
      <div>
        <dt>{t("general.primary")}</dt>
        <dd>{user === undefined ? <Waiting /> : <bdi>{user.sender_emails[0]?.email}</bdi>}</dd>
      </div>
      <div>
        <dt>{t("general.created")}</dt>
        <dd>{created ?? <Waiting />}</dd>
      </div>
    </dl>
  );
}
