import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { navigate } from "wouter/use-browser-location";
import { useQuery } from "../../kit/hooks.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown, noteShown } from "../../kit/toasts.slice.ts";
import { useConfigQuery } from "../../session/config.slice.ts";
import { accountOpened } from "../../session/overlay.slice.ts";

const PROBLEMS = ["denied", "taken", "full", "away", "expired", "failed"] as const;

/** After connecting an identity provider in the settings: opens these again, and says how it went. */
export function ConnectedNotice() {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("account");
  const query = useQuery();
  const { data: config } = useConfigQuery();

  useEffect(() => {
    const word = query.get("sso");
    if (word === null || config === undefined) return;
    const name = query.get("provider");
    const provider = config.sso?.providers.find((each) => each.name === name)?.label ?? "Single Sign-on";
    const problem = PROBLEMS.find((each) => each === word) ?? "failed";
    const text = t(word === "connected" ? "signIns.connected" : `signIns.problem.${problem}`, { provider });
    dispatch(word === "connected" ? noteShown(text) : errorShown(text));
    dispatch(accountOpened("security"));
    const rest = new URLSearchParams(query);
    rest.delete("sso");
    rest.delete("provider");
    navigate(`${window.location.pathname}${rest.size === 0 ? "" : `?${rest.toString()}`}`, { replace: true });
  }, [query, config, dispatch, t]);
  return null;
}
