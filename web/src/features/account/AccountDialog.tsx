import { X } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { accountClosed, type AccountTab } from "../../session/account.slice.ts";
import { AccountTabs } from "./AccountTabs.tsx";
import { EmailsPane } from "./EmailsPane.tsx";
import { GeneralPane } from "./GeneralPane.tsx";
import { HelpPane } from "./HelpPane.tsx";
import { SecurityPane } from "./SecurityPane.tsx";
import "./account.css";

const panes = { general: GeneralPane, emails: EmailsPane, security: SecurityPane, help: HelpPane } as const;

/** The account dialog: tabs, and the pane of the chosen one. */
export function AccountDialog({ tab }: { tab: AccountTab }) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("account");
  const id = useId();
  const Pane = panes[tab];
  const close = (): void => void dispatch(accountClosed());
  return (
    <Dialog className="dialog account" label={t("title")} onClose={close}>
      <AccountTabs tab={tab} paneId={id} />
      <div className="account__pane" role="tabpanel" id={id} aria-labelledby={`${id}-${tab}`}>
        <div className="account__head">
          <h3 className="title-card">{t(`tabs.${tab}`)}</h3>
          <button type="button" className="icon-btn" aria-label={t("close")} onClick={close}>
            <X className="icon" />
          </button>
        </div>
        <div className="account__body" key={tab}>
          <Pane />
        </div>
      </div>
    </Dialog>
  );
}
