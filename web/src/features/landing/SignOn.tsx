import type { PublicConfig } from "@satchel/contracts";
import { beginSso } from "@satchel/contracts/routes";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StayLoggedIn } from "./StayLoggedIn.tsx";
import "./sign-on.css";

interface SignOnProps {
  readonly providers: NonNullable<PublicConfig["sso"]>["providers"];
  /** Where the page opens afterwards, if not at the links. */
  readonly returnTo: string | undefined;
  /** What another way to sign in, above, has chosen; missing where there is none. */
  readonly stayLoggedIn?: boolean;
}

/** Where a browser goes to sign in with a provider. */
function addressOf(provider: string, stayLoggedIn: boolean, returnTo: string | undefined): string {
  const query = new URLSearchParams({
    stay_logged_in: String(stayLoggedIn),
    ...(returnTo === undefined ? {} : { return_to: returnTo }),
  });
  return `${beginSso.path.replace(":provider", encodeURIComponent(provider))}?${query.toString()}`;
}

/** A link for each identity provider: below another way to sign in, or alone. */
export function SignOn({ providers, returnTo, stayLoggedIn }: SignOnProps) {
  const { t } = useTranslation("landing");
  const [chosen, setChosen] = useState(true);
  const isAlone = stayLoggedIn === undefined;
  const stays = stayLoggedIn ?? chosen;
  return (
    <div className={isAlone ? "sign" : "sign-on"}>
      {!isAlone && (
        <p className="sign-on__or">
          <span>{t("sso.or")}</span>
        </p>
      )}
      {providers.map(({ name, label }) => (
        <a key={name} className="btn btn--plain btn--big sign-on__way" href={addressOf(name, stays, returnTo)}>
          <bdi>{t("sso.with", { provider: label })}</bdi>
        </a>
      ))}
      {isAlone && (
        <div className="sign__foot">
          <StayLoggedIn isOn={chosen} onChange={setChosen} />
        </div>
      )}
    </div>
  );
}
