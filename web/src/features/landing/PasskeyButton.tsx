import { texts } from "@satchel/contracts";
import { FingerprintPattern } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import type { Problem } from "../../kit/transport/problem.ts";
import { beginSession } from "../../session/session.api.ts";
import { answerWithPasskey, canUsePasskeys, passkeyFault } from "./passkey.ts";
import { useBeginPasskeySignInMutation, useSignInWithPasskeyMutation } from "./signIn.api.ts";

interface PasskeyButtonProps {
  readonly stayLoggedIn: boolean;
  /** What went wrong, in words; "" when another try begins. */
  readonly onError: (text: string) => void;
}

/** The way in without address or password; nothing where the browser has no passkeys. */
export function PasskeyButton({ stayLoggedIn, onError }: PasskeyButtonProps) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("landing");
  const [begin, { isLoading: isBeginning }] = useBeginPasskeySignInMutation();
  const [signIn, { isLoading: isSigningIn }] = useSignInWithPasskeyMutation();
  if (!canUsePasskeys(globalThis)) return null;

  async function use(): Promise<void> {
    if (isBeginning || isSigningIn) return;
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
      const { status } = answer.error as Problem;
      onError(status === 401 ? texts.passkeys.invalid : texts.login.failed);
    } else if (answer.data.access_token) {
      dispatch(beginSession(stayLoggedIn));
    } else {
      onError(texts.unexpectedResponse);
    }
  }

  return (
    <button className="btn btn--plain" type="button" onClick={() => void use()}>
      <FingerprintPattern className="icon" />
      {t("email.passkey")}
    </button>
  );
}
