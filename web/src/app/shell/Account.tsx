import { AccountDialog } from "../../features/account/AccountDialog.tsx";
import { CopyUse } from "../../features/copies/CopyUse.tsx";
import type { AccountTab } from "../../session/overlay.slice.ts";

/** The account dialog, with what copies take among the general settings. */
export function Account({ tab }: { tab: AccountTab }) {
  return (
    <AccountDialog tab={tab}>
      <CopyUse />
    </AccountDialog>
  );
}
