import { ADDRESS_CHARS, texts } from "@satchel/contracts";
import { ArrowRight, FingerprintPattern } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/call.ts";
import { ErrorNote } from "../../kit/ErrorNote.tsx";
import {
  answerWithPasskey,
  canUsePasskeys,
  passkeyFault,
  type Registration,
  useBeginPasskeySignInMutation,
  useRegisterMutation,
  useSignInWithPasskeyMutation,
} from "./signIn.api.ts";
import { Wait } from "./Wait.tsx";
import { StayLoggedIn } from "./StayLoggedIn.tsx";
import { beginSession } from "../../session/session.api.ts";
import { useAppDispatch } from "../../kit/state.ts";

interface PasskeyButtonProps {
  readonly stayLoggedIn: boolean;
  /** Called with an error text; "" when a new attempt begins. */
  readonly onError: (text: string) => void;
}

/** The button to sign in with a passkey; nothing without support in the browser. */
function PasskeyButton({ stayLoggedIn, onError }: PasskeyButtonProps) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("landing");
  const [begin, { isLoading: isBeginning }] = useBeginPasskeySignInMutation();
  const [signIn, { isLoading: isSigningIn }] = useSignInWithPasskeyMutation();
  const isBusy = isBeginning || isSigningIn;
  if (!canUsePasskeys(globalThis)) return null;

  async function use(): Promise<void> {
    if (isBusy) return;
    onError("");
    const challenge = await begin();
    if (challenge.error !== undefined) return onError(texts.login.failed);
    let response;
    try {
      response = await answerWithPasskey(challenge.data.options);
    } catch (error) {
      return onError(passkeyFault(error));
    }
    const answer = await signIn({ response, stay_logged_in: stayLoggedIn });
    if (answer.error !== undefined) {
      const { status, detail } = answer.error as Problem;
      const isSuspended = detail === texts.login.suspended;
      onError(isSuspended ? detail : status === 401 ? texts.passkeys.invalid : texts.login.failed);
    } else if (answer.data.access_token) {
      dispatch(beginSession(stayLoggedIn));
    } else {
      onError(texts.unexpectedResponse);
    }
  }

  return (
    <button className="btn btn--plain" type="button" aria-busy={isBusy} onClick={() => void use()}>
      {isBusy ? <i className="spinner" /> : <FingerprintPattern className="icon" />}
      {t("email.passkey")}
    </button>
  );
}

/** Text, an @, and text: the mailed code proves the rest. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** The fault of a typed address, if any. */
const faultOf = (email: string): "email.missing" | "email.wrong" | undefined =>
  email === "" ? "email.missing" : ADDRESS.test(email) ? undefined : "email.wrong";

interface EmailFormProps {
  /**
   * Whether the field gets the focus: only when returning to the form, so that an on-screen keyboard does not cover the
   * landing page.
   */
  readonly autoFocus: boolean;
  /** A code was mailed to the address. */
  readonly onCodeSent: (registration: Registration) => void;
  /** Shown below, with the choice to stay logged in. */
  readonly below?: (stayLoggedIn: boolean) => ReactNode;
  /** The account of the address has a password. */
  readonly onPasswordRequired: (registration: Registration) => void;
}

/** Asks for the address, or for a passkey. */
export function EmailForm({ autoFocus, onCodeSent, onPasswordRequired, below }: EmailFormProps) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("landing");
  const [email, setEmail] = useState("");
  const [stay, setStay] = useState(true);
  const [error, setError] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const [register, { isLoading }] = useRegisterMutation();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    const fault = faultOf(email.trim());
    setError(fault === undefined ? "" : t(fault));
    if (fault !== undefined) return field.current?.focus();
    const registration = { email: email.trim(), stay_logged_in: stay };
    const answer = await register(registration);
    setProblem(answer.error);
    if (answer.error !== undefined) setError(texts.registration.failed);
    else if (answer.data.status === "verification_sent") onCodeSent(registration);
    else if (answer.data.status === "password_required") onPasswordRequired(registration);
    else if (answer.data.status === "logged_in") dispatch(beginSession(stay));
    else setError(texts.unexpectedResponse);
  }

  return (
    <form className="sign" noValidate onSubmit={(event) => void submit(event)}>
      <label className="label" htmlFor={`${id}-email`}>
        {t("email.label")}
      </label>
      <div className="sign__row">
        <input
          className="input input--big"
          id={`${id}-email`}
          name="email"
          type="email"
          autoComplete="email"
          placeholder={t("email.placeholder")}
          maxLength={ADDRESS_CHARS}
          required
          ref={field}
          aria-invalid={error !== ""}
          autoFocus={autoFocus}
          value={email}
          aria-describedby={`${id}-error`}
          onChange={(event) => {
            setEmail(event.target.value);
            setError("");
          }}
        />
        <button className="btn btn--accent btn--big" type="submit" aria-disabled={isLoading} aria-busy={isLoading}>
          {t("email.next")}
          {isLoading ? <i className="spinner" /> : <ArrowRight className="icon" />}
        </button>
      </div>
      <ErrorNote id={`${id}-error`} text={error} />
      <Wait problem={error === texts.registration.failed ? problem : undefined} />
      <div className="sign__foot">
        <StayLoggedIn isOn={stay} onChange={setStay} />
        <PasskeyButton stayLoggedIn={stay} onError={setError} />
      </div>
      {below?.(stay)}
    </form>
  );
}
