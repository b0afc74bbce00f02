import { CODE_DIGITS, CODE_SECONDS, texts } from "@satchel/contracts";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import type { Problem } from "../../kit/transport/call.ts";
import { beginSession } from "../../session/session.api.ts";
import { ErrorNote } from "../../kit/ErrorNote.tsx";
import { OutboxHint } from "./OutboxHint.tsx";
import { Wait } from "./Wait.tsx";
import { type Registration, useResendCodeMutation, useVerifyEmailMutation } from "./signIn.api.ts";

const MINUTES = CODE_SECONDS / 60;

/** Seconds between two new codes: mail is delayed, and each new code invalidates the one that is on its way. */
const RESEND_WAIT = 30;

const refusalOf = ({ status, detail }: Problem): string => {
  if (detail === texts.registration.closed || detail === texts.login.suspended) return detail;
  return status === 400 ? texts.verification.invalid : texts.verification.failed;
};

interface CodeFormProps {
  readonly registration: Registration;
  readonly onBack: () => void;
}

/** Asks for the mailed code; the right one begins the session. */
export function CodeForm({ registration, onBack }: CodeFormProps) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("landing");
  const [resent, setResent] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [verify, { isLoading }] = useVerifyEmailMutation();
  const [resend, { isLoading: isResending }] = useResendCodeMutation();
  const [wait, beginWait] = useCountdown();
  const entry = useCodeEntry(isLoading, async (whole) => {
    const answer = await verify({ ...registration, code: whole });
    setProblem(answer.error);
    if (answer.error !== undefined) return refusalOf(answer.error as Problem);
    if (!answer.data.access_token) return texts.unexpectedResponse;
    dispatch(beginSession(registration.stay_logged_in));
    return "";
  });

  async function sendAnother(): Promise<void> {
    if (isResending || wait > 0) return;
    setResent(false);
    entry.reset();
    const answer = await resend(registration.email);
    setProblem(answer.error);
    if (answer.error !== undefined) return entry.reset(texts.verification.resendFailed);
    setResent(true);
    beginWait(RESEND_WAIT);
  }

  return (
    <CodeScreen
      entry={entry}
      tab={t("code.tab")}
      title={t("code.title")}
      action={t("signIn")}
      sent={
        <Trans
          t={t}
          i18nKey="code.sent"
          values={{ digits: CODE_DIGITS, email: registration.email, minutes: MINUTES }}
          components={{ b: <b /> }}
        />
      }
      foot={
        <>
          <button className="text-link" type="button" onClick={onBack}>
            {t("back")}
          </button>
          <button
            className="text-link"
            type="button"
            aria-disabled={wait > 0 || isResending}
            onClick={() => void sendAnother()}
          >
            {wait > 0 ? t("code.resendIn", { seconds: wait }) : t("code.resend")}
          </button>
        </>
      }
    >
      <Wait problem={entry.error === "" ? undefined : problem} />
      <div className="hint" role="status">
        {resent && t("code.resent")}
      </div>
    </CodeScreen>
  );
}

/** A code as it is typed in. */
interface CodeEntry {
  readonly code: string;
  readonly error: string;
  /** Whether it is being checked. */
  readonly isBusy: boolean;
  readonly send: (whole: string) => Promise<void>;
  readonly change: (next: string) => void;
  /** Empties the field. @param error that is shown instead */
  readonly reset: (error?: string) => void;
}

/**
 * A mailed code while it is typed in; it is sent with its last digit.
 * @param check sends a whole code. @returns what is wrong, or nothing
 */
export function useCodeEntry(isBusy: boolean, check: (whole: string) => Promise<string>): CodeEntry {
  const [code, setCode] = useState("");
  const [error, setError] = useState("");

  async function send(whole: string): Promise<void> {
    if (!isWholeCode(whole) || isBusy) return;
    setError("");
    setError(await check(whole));
  }

  return {
    code,
    error,
    isBusy,
    send,
    change: (next) => {
      setCode(next);
      setError("");
      if (next !== code) void send(next);
    },
    reset: (text = "") => {
      setCode("");
      setError(text);
    },
  };
}

interface CodeScreenProps {
  readonly entry: CodeEntry;
  readonly tab: string;
  readonly title: string;
  /** Where the code was sent. */
  readonly sent: ReactNode;
  readonly action: string;
  readonly foot: ReactNode;
  readonly children?: ReactNode;
}

/** The screen on which a mailed code is typed in. */
export function CodeScreen({ entry, tab, title, sent, action, foot, children }: CodeScreenProps) {
  const id = useId();
  const { code, error, isBusy, send, change } = entry;

  useEffect(() => {
    document.title = tab;
  }, [tab]);

  return (
    <form
      className="sign sign--code"
      onSubmit={(event) => {
        event.preventDefault();
        void send(code);
      }}
    >
      <h1 className="sign__title">{title}</h1>
      <p id={`${id}-sent`}>{sent}</p>
      <ErrorNote id={`${id}-error`} text={error} />
      <CodeInput
        code={code}
        isWrong={error === texts.verification.invalid}
        describedBy={`${id}-sent ${id}-error`}
        autoFocus
        onChange={change}
      />
      <button className="btn btn--accent btn--big" type="submit" disabled={!isWholeCode(code)} aria-busy={isBusy}>
        {isBusy && <i className="spinner" />}
        {action}
      </button>
      <div className="sign__foot">{foot}</div>
      {children}
      <OutboxHint />
    </form>
  );
}

/** The digits of the input, at most as many as a code has: also from "123 456" and "Code: 123456". */
export const codeDigits = (text: string): string => text.replaceAll(/\D/g, "").slice(0, CODE_DIGITS);

export const isWholeCode = (code: string): boolean => code.length === CODE_DIGITS;

interface CodeInputProps {
  readonly code: string;
  readonly isWrong: boolean;
  readonly describedBy: string;
  /** Whether the field gets the focus when the screen appears. */
  readonly autoFocus: boolean;
  readonly onChange: (code: string) => void;
}

const places = Array.from({ length: CODE_DIGITS }, (_, place) => place);

/** Six drawn cells and one real input over them, so that pasting and the browser's one-time-code autofill work. */
export function CodeInput({ code, isWrong, describedBy, autoFocus, onChange }: CodeInputProps) {
  const { t } = useTranslation("landing");
  const input = useRef<HTMLInputElement>(null);

  // The next digit replaces the whole code.
  useEffect(() => {
    if (!isWrong) return;
    input.current?.focus();
    input.current?.select();
  }, [isWrong]);

  const cellClass = (place: number): string | undefined => {
    if (isWrong) return "bad";
    return place === code.length ? "now" : undefined;
  };
  return (
    <div className="code">
      <div className="code__cells" aria-hidden="true">
        {places.map((place) => (
          <i key={place} className={cellClass(place)}>
            {code[place]}
          </i>
        ))}
      </div>
      <input
        ref={input}
        aria-label={t("code.label", { digits: CODE_DIGITS })}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        value={code}
        onChange={(event) => onChange(codeDigits(event.target.value))}
      />
    </div>
  );
}

const SECOND = 1000;

/** Seconds until a time, rounded up. @param until, now milliseconds since the epoch */
export const secondsUntil = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / SECOND));

/**
 * Counts down by the clock, so that a background tab, whose timers are delayed, is right when it becomes visible.
 * @returns the seconds left, and a function that restarts the countdown
 */
export function useCountdown(): readonly [left: number, begin: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    let timer = 0;
    const tick = (): void => {
      const seconds = secondsUntil(until, Date.now());
      setLeft(seconds);
      if (seconds > 0) timer = window.setTimeout(tick, SECOND);
    };
    tick();
    return () => window.clearTimeout(timer);
  }, [until]);

  return [left, (seconds) => setUntil(Date.now() + seconds * SECOND)];
}
