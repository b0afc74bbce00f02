import { ADDRESS_CHARS, texts } from "@satchel/contracts";
import { ArrowRight } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useAppDispatch } from "../../app/hooks.ts";
import { beginSession } from "../session/session.api.ts";
import { ErrorNote } from "./ErrorNote.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { type Registration, useRegisterMutation } from "./signIn.api.ts";

interface EmailFormProps {
  /** A code was mailed to the address. */
  readonly onCodeSent: (registration: Registration) => void;
  /** The account of the address has a password. */
  readonly onPasswordRequired: (registration: Registration) => void;
}

/** Asks for the address, or for a passkey. */
export function EmailForm({ onCodeSent, onPasswordRequired }: EmailFormProps) {
  const dispatch = useAppDispatch();
  const [email, setEmail] = useState("");
  const [stay, setStay] = useState(true);
  const [error, setError] = useState("");
  const [register, { isLoading }] = useRegisterMutation();
  const id = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    setError("");
    const registration = { email: email.trim(), stay_logged_in: stay };
    const answer = await register(registration);
    if (answer.error !== undefined) setError(texts.registration.failed);
    else if (answer.data.status === "verification_sent") onCodeSent(registration);
    else if (answer.data.status === "password_required") onPasswordRequired(registration);
    else if (answer.data.status === "logged_in") dispatch(beginSession());
    else setError(texts.unexpectedResponse);
  }

  return (
    <form className="sign" onSubmit={(event) => void submit(event)}>
      <label className="label" htmlFor={`${id}-email`}>
        Your e-mail address
      </label>
      <div className="sign__row">
        <input
          className="input input--big"
          id={`${id}-email`}
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@post.example"
          maxLength={ADDRESS_CHARS}
          required
          value={email}
          aria-describedby={`${id}-error`}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button className="btn btn--accent btn--big" type="submit" aria-disabled={isLoading}>
          Continue
          <ArrowRight className="icon" />
        </button>
      </div>
      <ErrorNote id={`${id}-error`} text={error} />
      <div className="sign__foot">
        <label className="check">
          <input className="box" type="checkbox" checked={stay} onChange={(event) => setStay(event.target.checked)} />
          Stay logged in
        </label>
        <PasskeyButton stayLoggedIn={stay} onError={setError} />
      </div>
    </form>
  );
}
