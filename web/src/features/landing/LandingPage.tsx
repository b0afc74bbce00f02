import { KeyRound } from "lucide-react";
import { Link, Redirect } from "wouter";
import { useTranslation } from "react-i18next";
import { texts } from "@satchel/contracts";
import { useEffect, useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import type { Registration } from "./signIn.api.ts";
import { Brand, TakeOver } from "../../kit/SoloPage.tsx";
import { EmailForm } from "./EmailForm.tsx";
import { ErrorNote } from "../../kit/ErrorNote.tsx";
import { Features } from "./Features.tsx";
import { LANGUAGES, LANGUAGE_NAMES, type Language } from "../../kit/i18n/language.ts";
import { useProxy } from "./useProxy.ts";
import { useReturned } from "./returned.ts";
import { Stage } from "./Stage.tsx";
import { errorShown, noteShown } from "../../kit/toasts.slice.ts";
import { accountOpened } from "../../session/overlay.slice.ts";
import { firstView } from "../../kit/parts/firstView.ts";
import { keptToken } from "../../session/confirmationToken.ts";
import { part } from "../../kit/parts/part.tsx";
import { selectStatus, wantedOf } from "../../session/session.slice.ts";
import { speak } from "../../kit/i18n/loadTexts.ts";
import { type Browser, storeOf } from "../../session/extensionStore.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { useConfigQuery } from "../../session/config.slice.ts";

/** Buttons for the other languages. */
function LanguageSwitch() {
  const dispatch = useAppDispatch();
  const { i18n } = useTranslation("kit");

  async function choose(language: Language): Promise<void> {
    await speak(language).catch(() => dispatch(errorShown(texts.unexpected)));
  }

  return LANGUAGES.filter((language) => language !== i18n.language).map((language) => (
    <button key={language} className="text-link" type="button" lang={language} onClick={() => void choose(language)}>
      {LANGUAGE_NAMES[language]}
    </button>
  ));
}

const ExtensionPromo = part(
  "landing/ExtensionPromo",
  async () => (await import("./ExtensionPromo.tsx")).ExtensionPromo,
);

/** The form after the address, loaded after the first view. */
const CodeForm = part("landing/CodeForm", async () => (await import("./CodeForm.tsx")).CodeForm);
const PasswordForm = part("landing/PasswordForm", async () => (await import("./PasswordForm.tsx")).PasswordForm);

/** Single sign-on, which few servers have. */
const SignOn = part("landing/SignOn", async () => (await import("./SignOn.tsx")).SignOn);
const ProofForm = part("landing/ProofForm", async () => (await import("./ProofForm.tsx")).ProofForm);

async function loadForms(): Promise<void> {
  await firstView();
  await Promise.all([CodeForm.load(), PasswordForm.load()]);
}

/** Placeholder of the address, at which a sentence is split. */
const SPLIT = "\n";

/** The step of the sign-in. */
type Step =
  | { readonly asksFor: "email" | "proof" }
  | { readonly asksFor: "password" | "code"; readonly registration: Registration };

/** A provider that this server does not have: no name is taken from the address. */
const SOME_PROVIDER = "Single Sign-on";

const FIRST: Step = { asksFor: "email" };
/** Returning to the form: its field gets the focus. */
const AGAIN: Step = { asksFor: "email" };

/** Whether it has been painted once. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

/** The landing page with the sign-in; redirects signed-in users. */
export function LandingPage() {
  const { t } = useTranslation("landing");
  const status = useAppSelector(selectStatus);
  const isLost = useAppSelector(({ session }) => session.hasEnded && !session.hasLeft);
  const { data: config, isError: isConfigMissing } = useConfigQuery();
  const state = useHistoryState<unknown>();
  const dispatch = useAppDispatch();
  const returned = useReturned(status === "anonymous");
  const [step, setStep] = useState<Step>(returned?.outcome === "proof" ? { asksFor: "proof" } : FIRST);
  const proxyFault = useProxy();
  const isPainted = useIsPainted();
  const saveAddress = config?.save_address ?? (isConfigMissing ? t("saveAddress") : undefined);
  // At first without the address, like the prerendered pictures, so that nothing moves when the page replaces them.
  const pictured = isPainted ? saveAddress : undefined;

  const [beforeAddress, afterAddress] = t("lead", { address: SPLIT }).split(SPLIT);

  const sso = config?.sso;
  const provider = sso?.providers.find(({ name }) => name === returned?.provider)?.label ?? SOME_PROVIDER;
  const outcome = returned?.outcome === "proof" ? undefined : returned?.outcome;
  const said = outcome === undefined ? undefined : t(`sso.said.${outcome}`, { provider });

  useEffect(() => {
    if (status !== "verified" || said === undefined || returned?.isConnecting !== true) return;
    dispatch(outcome === "connected" ? noteShown(said) : errorShown(said));
    dispatch(accountOpened("security"));
  }, [status, said, outcome, returned, dispatch]);

  useEffect(() => {
    // On failure, it is retried when it is shown.
    loadForms().catch(() => undefined);
  }, []);

  useEffect(() => {
    if (step.asksFor === "email") document.title = t("tab");
  }, [step, t]);

  if (status === "unknown") return null;
  // After a sign-in for a mailed link, that page is opened.
  if (status === "verified")
    return (
      <Redirect to={keptToken(window) === undefined ? (wantedOf(state) ?? "/links") : "/confirm-address"} replace />
    );

  const onCodeSent = (registration: Registration) => setStep({ asksFor: "code", registration });
  const onPasswordRequired = (registration: Registration) => setStep({ asksFor: "password", registration });
  const onBack = () => setStep(AGAIN);

  const target = sso &&
    sso.providers.length > 0 && {
      providers: sso.providers,
      returnTo: keptToken(window) === undefined ? wantedOf(state) : "/confirm-address",
    };

  return (
    <div className="land">
      <TakeOver />
      <header className="land__head">
        <Brand />
      </header>
      {isPainted && storeOf(navigator as Browser) !== undefined && <ExtensionPromo />}
      <main>
        <div className="hero">
          <div>
            {step.asksFor === "code" ? (
              <CodeForm registration={step.registration} onBack={onBack} />
            ) : step.asksFor === "proof" ? (
              <ProofForm label={provider} stayLoggedIn={returned?.stayLoggedIn ?? true} onBack={onBack} />
            ) : (
              <>
                <h1 className="hero__title">{t("title")}</h1>
                <p className="lead">
                  {beforeAddress}
                  {saveAddress === undefined ? <i className="lead__address shimmer" /> : <b>{saveAddress}</b>}
                  {afterAddress}
                </p>
                {step.asksFor === "email" && (isLost || (wantedOf(state) ?? "/links") !== "/links") && (
                  <p className="note hero__note" role="status">
                    {t(isLost ? "lost" : "wanted")}
                  </p>
                )}
                {(said !== undefined || proxyFault !== "") && step === FIRST && (
                  <div className="sign">
                    <ErrorNote id="sso-problem" text={said ?? proxyFault} />
                  </div>
                )}
                {target && sso?.only === true ? (
                  <SignOn {...target} />
                ) : step.asksFor === "email" ? (
                  <EmailForm
                    autoFocus={step === AGAIN}
                    onCodeSent={onCodeSent}
                    onPasswordRequired={onPasswordRequired}
                    below={(stayLoggedIn) => target && <SignOn {...target} stayLoggedIn={stayLoggedIn} />}
                  />
                ) : (
                  step.asksFor === "password" && (
                    <PasswordForm registration={step.registration} onCodeSent={onCodeSent} onBack={onBack} />
                  )
                )}
              </>
            )}
            {sso?.only !== true && (
              <p className="key">
                <KeyRound className="icon" />
                {t("key")}
              </p>
            )}
          </div>
          <Stage saveAddress={pictured} />
        </div>
        <Features saveAddress={pictured} />
      </main>
      <footer className="land__foot">
        <div>
          <span>{t("about")}</span>
          <Link to="/privacy">{t("privacy")}</Link>
          {config?.legal_url !== undefined && (
            <a href={config.legal_url} rel="noreferrer">
              {t("legal")}
            </a>
          )}
          {config !== undefined && config.report_address !== config.support_address && (
            <a href={`mailto:${config.report_address}`}>{t("report")}</a>
          )}
          {config !== undefined && <a href={`mailto:${config.support_address}`}>{config.support_address}</a>}
          <LanguageSwitch />
        </div>
      </footer>
    </div>
  );
}
