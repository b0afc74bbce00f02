import { KeyRound, LifeBuoy, Lock, type LucideIcon, Mail, Newspaper, Share2, User, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ACCOUNT_TABS, type AccountTab, accountClosed, accountOpened } from "../../session/overlay.slice.ts";
import { Modal } from "../../kit/Dialog.tsx";
import { EmailsPane } from "./EmailsPane.tsx";
import { GeneralPane } from "./GeneralPane.tsx";
import { NewslettersPane } from "./NewslettersPane.tsx";
import { HelpPane } from "./HelpPane.tsx";
import { SecurityPane } from "./SecurityPane.tsx";
import { SharesPane } from "./SharesPane.tsx";
import { TokensPane } from "./TokensPane.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import "./account.css";
import "./panes.css";

const icons: Record<AccountTab, LucideIcon> = {
  general: User,
  emails: Mail,
  newsletters: Newspaper,
  security: Lock,
  shared: Share2,
  tokens: KeyRound,
  help: LifeBuoy,
};

/**
 * Steps of the arrow keys in a tab list (ARIA Authoring Practices, tabs), which is horizontal on the phone and vertical
 * elsewhere.
 */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function tabAfter(tab: AccountTab, key: string): AccountTab | undefined {
  if (key === "Home") return ACCOUNT_TABS[0];
  if (key === "End") return ACCOUNT_TABS.at(-1);
  const step = steps[key];
  if (step === undefined) return undefined;
  return ACCOUNT_TABS[(ACCOUNT_TABS.indexOf(tab) + step + ACCOUNT_TABS.length) % ACCOUNT_TABS.length];
}

/** The tabs; the selected one gets the focus, and is in sight, when the dialog opens and when a link in it opens another tab. */
function AccountTabs({ tab, paneId }: { tab: AccountTab; paneId: string }) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("account");
  const { t: ofKit } = useTranslation("kit");
  const chosen = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    chosen.current?.focus({ preventScroll: true });
    // On the phone the tabs are wider than the dialog. In the middle, the neighbours show that there are more.
    chosen.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [tab]);

  function onKeyDown(event: KeyboardEvent): void {
    const next = tabAfter(tab, event.key);
    if (next === undefined) return;
    event.preventDefault();
    dispatch(accountOpened(next));
  }

  return (
    <div className="account__side">
      <h2 className="title-card" aria-hidden="true">
        {t("title")}
      </h2>
      <div className="account__tabs" role="tablist" aria-label={t("title")} onKeyDown={onKeyDown}>
        {ACCOUNT_TABS.map((each) => {
          const Icon = icons[each];
          return (
            <button
              key={each}
              ref={each === tab ? chosen : null}
              type="button"
              className="nav"
              role="tab"
              id={`${paneId}-${each}`}
              aria-selected={each === tab}
              aria-controls={each === tab ? paneId : undefined}
              tabIndex={each === tab ? 0 : -1}
              onClick={() => dispatch(accountOpened(each))}
            >
              <Icon className="icon" />
              <span>{ofKit(`settingsTabs.${each}`)}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

const panes = {
  general: GeneralPane,
  emails: EmailsPane,
  newsletters: NewslettersPane,
  security: SecurityPane,
  shared: SharesPane,
  tokens: TokensPane,
  help: HelpPane,
} as const;

/** The account dialog: tabs, and the selected pane. */
export function AccountDialog({ tab, children }: { tab: AccountTab; readonly children?: ReactNode }) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("account");
  const { t: ofKit } = useTranslation("kit");
  const id = useId();
  const Pane = panes[tab];
  const close = (): void => void dispatch(accountClosed());
  return (
    <Modal className="dialog account" label={t("title")} onClose={close}>
      <AccountTabs tab={tab} paneId={id} />
      <div className="account__pane" role="tabpanel" id={id} aria-labelledby={`${id}-${tab}`}>
        <div className="account__head">
          <h3 className="title-card">{ofKit(`settingsTabs.${tab}`)}</h3>
          <IconButton label={ofKit("close")} icon={X} onClick={close} />
        </div>
        <div className="account__body" key={tab}>
          <Pane />
          {tab === "general" && children}
        </div>
      </div>
    </Modal>
  );
}
