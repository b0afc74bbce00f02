import { ArrowUpDown, ChevronRight, LifeBuoy, Lock, LogOut, type LucideIcon, Mail } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { importsOpened } from "../../session/imports.slice.ts";
import { useCount } from "../../links/lists.api.ts";
import { ALL, filtersOf } from "../../links/view.ts";
import { signOut } from "../../session/session.api.ts";
import { useUserQuery } from "../../session/user.api.ts";
import { accountClosed, accountOpened } from "../../session/account.slice.ts";
import { Appearance } from "./Appearance.tsx";
import { Facts } from "./Facts.tsx";

interface WayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}

function Way({ icon: Icon, title, text, onClick }: WayProps) {
  return (
    <button type="button" onClick={onClick}>
      <Icon className="icon" />
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      <ChevronRight className="icon" />
    </button>
  );
}

/** The account at a glance, ways to the other tabs, how the page looks, and the way out. */
export function GeneralPane() {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("account");
  const { data: user, isError, refetch } = useUserQuery();
  const total = useCount(filtersOf(ALL))?.count;
  const favorites = useCount(filtersOf({ kind: "favorites" }))?.count;
  const confirmed = user?.sender_emails.filter((address) => address.is_confirmed).length;

  return (
    <>
      <Facts
        user={user}
        total={total}
        favorites={favorites}
        failed={isError && user === undefined}
        onRetry={() => void refetch()}
      />
      <div className="rows">
        <Way
          icon={Mail}
          title={t("tabs.emails")}
          text={confirmed === undefined ? t("emails.list") : t("general.emails", { count: confirmed })}
          onClick={() => dispatch(accountOpened("emails"))}
        />
        <Way
          icon={Lock}
          title={t("tabs.security")}
          text={t(user?.has_password === true ? "general.securitySet" : "general.security")}
          onClick={() => dispatch(accountOpened("security"))}
        />
        <Way
          icon={LifeBuoy}
          title={t("tabs.help")}
          text={t("general.help")}
          onClick={() => dispatch(accountOpened("help"))}
        />
        <Way
          icon={ArrowUpDown}
          title={t("general.transfer")}
          text={t("general.transferText")}
          onClick={() => {
            dispatch(accountClosed());
            dispatch(importsOpened());
          }}
        />
      </div>
      <div className="account__foot">
        <Appearance />
        <button type="button" className="btn btn--plain" onClick={() => void dispatch(signOut())}>
          <LogOut className="icon icon-m" />
          {t("general.signOut")}
        </button>
      </div>
    </>
  );
}
