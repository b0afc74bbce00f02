import { useEffect, useRef, useState } from "react";
import type { Problem } from "../../kit/transport/problem.ts";
import { useConfirmSenderEmailMutation } from "./confirm.api.ts";
import { dropToken } from "../../session/confirmationToken.ts";

/** What came of confirming. `mayRetry`: the server did not say no, it could not be asked. */
export type Confirmation =
  | { readonly state: "waiting" }
  | { readonly state: "confirmed"; readonly email: string }
  | { readonly state: "refused"; readonly detail: string; readonly mayRetry: boolean };

/** Statuses at which the server has judged the token; any other says nothing of it. */
const JUDGED: readonly number[] = [404, 409, 422];

/** Confirms an address by its token, once, as soon as there is one. The second value tries again. */
export function useConfirmation(token: string | undefined): [Confirmation, () => void] {
  const [confirm] = useConfirmSenderEmailMutation();
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: "waiting" });
  const asked = useRef<string>(undefined);

  async function ask(using: string): Promise<void> {
    setConfirmation({ state: "waiting" });
    const answer = await confirm(using);
    if (answer.error === undefined) {
      dropToken(window);
      setConfirmation({ state: "confirmed", email: answer.data.email });
      return;
    }
    const { status, detail } = answer.error as Problem;
    const judged = JUDGED.includes(status);
    if (judged) dropToken(window);
    setConfirmation({ state: "refused", detail: status === 0 ? "" : detail, mayRetry: !judged });
  }

  // A token is good once, so it must not be sent again by an effect that runs again.
  useEffect(() => {
    if (token === undefined || asked.current === token) return;
    asked.current = token;
    void ask(token);
  });

  return [confirmation, () => token !== undefined && void ask(token)];
}
