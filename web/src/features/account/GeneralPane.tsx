import {
  ArrowUpDown,
  ChevronRight,
  Files,
  LifeBuoy,
  ListChecks,
  Lock,
  LogOut,
  type LucideIcon,
  Mail,
  Monitor,
  Moon,
  Sun,
} from "lucide-react";
import { type User, texts } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { ALL, filtersOf } from "../../links/view.ts";
import { LANGUAGE_NAMES, LANGUAGES, localeOf, numberIn } from "../../kit/i18n/language.ts";
import { Address } from "./Note.tsx";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { PushSwitch } from "./PushSwitch.tsx";
import { THEMES, type Theme, useTheme } from "../../kit/theme.ts";
import { accountClosed, accountOpened } from "../../session/overlay.slice.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { importsOpened } from "../../session/imports.slice.ts";
import { signOut } from "../../session/session.api.ts";
import { speak } from "../../kit/i18n/loadTexts.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { useCount } from "../../links/lists.api.ts";
import { useUserQuery } from "../../session/api.ts";

const icons: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon };

/** Theme and language of the page, stored in this browser. */
export function Appearance() {
  const dispatch = useAppDispatch();
  const { t, i18n } = useTranslation("account");
  const [theme, choose] = useTheme();

  return (
    <div className="account__looks">
      <div className="seg seg--text" role="group" aria-label={t("general.appearance")}>
        {THEMES.map((each) => {
          const Icon = icons[each];
          return (
            <button key={each} type="button" aria-pressed={each === theme} onClick={() => choose(each)}>
              <Icon className="icon icon-s" />
              {t(`general.theme.${each}`)}
            </button>
          );
        })}
      </div>
      <div className="seg seg--text" role="group" aria-label={t("general.language")}>
        {LANGUAGES.map((each) => (
          <button
            key={each}
            type="button"
            lang={each}
            aria-label={LANGUAGE_NAMES[each]}
            title={LANGUAGE_NAMES[each]}
            aria-pressed={each === i18n.language}
            onClick={() => void speak(each).catch(() => dispatch(errorShown(texts.unexpected)))}
          >
            {each.toUpperCase()}
          </button>
        ))}
      </div>
    </div>
  );
}

interface FactsProps {
  readonly user: User | undefined;
  readonly total: number | undefined;
  readonly favorites: number | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

const Waiting = () => <i className="shimmer" aria-hidden="true" />;

/** Facts about the account; their lines have a fixed height. */
function Facts({ user, total, favorites, failed, onRetry }: FactsProps) {
  const { t, i18n } = useTranslation("account");
  if (failed) return <LoadFault text={texts.links.loadFailed} onRetry={onRetry} />;
  const number = (value: number | undefined) => (value === undefined ? <Waiting /> : numberIn(i18n.language, value));
  const created =
    user && new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: "long" }).format(new Date(user.created_at));
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
        <dd>{user === undefined ? <Waiting /> : <Address email={user.sender_emails[0]?.email ?? ""} />}</dd>
      </div>
      <div>
        <dt>{t("general.created")}</dt>
        <dd>{created ?? <Waiting />}</dd>
      </div>
    </dl>
  );
}

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

/** The account at a glance, links to the other tabs, appearance, and sign-out. */
export function GeneralPane() {
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  const leaveFor = (path: string) => () => {
    dispatch(accountClosed());
    navigate(path);
  };
  const { t } = useTranslation("account");
  const { t: ofKit } = useTranslation("kit");
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
          title={ofKit("settingsTabs.emails")}
          text={confirmed === undefined ? t("emails.list") : t("general.emails", { count: confirmed })}
          onClick={() => dispatch(accountOpened("emails"))}
        />
        <Way
          icon={Lock}
          title={ofKit("settingsTabs.security")}
          text={t(user?.has_password === true ? "general.securitySet" : "general.security")}
          onClick={() => dispatch(accountOpened("security"))}
        />
        <Way
          icon={LifeBuoy}
          title={ofKit("settingsTabs.help")}
          text={t("general.help")}
          onClick={() => dispatch(accountOpened("help"))}
        />
        <Way icon={ListChecks} title={t("general.rules")} text={t("general.rulesText")} onClick={leaveFor("/rules")} />
        <Way
          icon={Files}
          title={t("general.duplicates")}
          text={t("general.duplicatesText")}
          onClick={leaveFor("/duplicates")}
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
      <PushSwitch />
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
