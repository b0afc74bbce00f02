import { useAppSelector } from "../../app/hooks.ts";
import { part } from "../../app/part.tsx";
import { selectAccountTab } from "./account.slice.ts";

const AccountDialog = part("account/AccountDialog", async () => (await import("./AccountDialog.tsx")).AccountDialog, {
  texts: ["account", "share"],
});

/** The account dialog, while it is open. */
export function AccountHost() {
  const tab = useAppSelector(selectAccountTab);
  return tab !== null && <AccountDialog tab={tab} />;
}
