import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Navigate } from "react-router-dom";
import { useAppSelector } from "../../app/hooks.ts";
import { keptToken } from "../confirm-address/token.ts";
import { selectStatus } from "../session/session.slice.ts";
import { Brand } from "../shell/Brand.tsx";
import { useConfigQuery } from "../shell/config.api.ts";
import { CodeForm } from "./CodeForm.tsx";
import { EmailForm } from "./EmailForm.tsx";
import { Features } from "./Features.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import type { Registration } from "./signIn.api.ts";
import { Stage } from "./Stage.tsx";

/** How far somebody has come in signing in. */
type Step =
  | { readonly asksFor: "email" }
  | { readonly asksFor: "password" | "code"; readonly registration: Registration };

const FIRST: Step = { asksFor: "email" };

/** What Satchel is, and the way in. Leads on whoever is in already. */
export function LandingPage() {
  const status = useAppSelector(selectStatus);
  const { data: config } = useConfigQuery();
  const [step, setStep] = useState<Step>(FIRST);

  useEffect(() => {
    if (step.asksFor === "email") document.title = "Satchel: mail a link, find it later";
  }, [step]);

  if (status === "unknown") return null;
  // Whoever followed a mailed link and had to sign in first goes on where they wanted to go.
  if (status === "verified")
    return <Navigate to={keptToken(window) === undefined ? "/links" : "/confirm-address"} replace />;

  const onCodeSent = (registration: Registration) => setStep({ asksFor: "code", registration });
  const onPasswordRequired = (registration: Registration) => setStep({ asksFor: "password", registration });
  const onBack = () => setStep(FIRST);

  return (
    <div className="land">
      <header className="land__head">
        <Brand />
      </header>
      <main>
        <div className="hero">
          <div>
            {step.asksFor === "code" ? (
              <CodeForm registration={step.registration} onBack={onBack} />
            ) : (
              <>
                <h1 className="hero__title">
                  Mail it now.
                  <br />
                  Find it later.
                </h1>
                <p className="lead">
                  Send any link from your own address to{" "}
                  {config === undefined ? <i className="lead__address shimmer" /> : <b>{config.save_address}</b>}. It
                  lands in a private archive with its title, picture and tags, and stays yours.
                </p>
                {step.asksFor === "email" ? (
                  <EmailForm onCodeSent={onCodeSent} onPasswordRequired={onPasswordRequired} />
                ) : (
                  <PasswordForm registration={step.registration} onCodeSent={onCodeSent} onBack={onBack} />
                )}
              </>
            )}
            <p className="key">
              <KeyRound className="icon" />
              No app required. Your email is your key - privacy guaranteed.
            </p>
          </div>
          <Stage saveAddress={config?.save_address} />
        </div>
        <Features saveAddress={config?.save_address} />
      </main>
      <footer className="land__foot">
        <div>
          <span>Satchel, a private link archive</span>
          {config !== undefined && <a href={`mailto:${config.support_address}`}>{config.support_address}</a>}
        </div>
      </footer>
    </div>
  );
}
