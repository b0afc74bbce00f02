import { createTransport } from "nodemailer";
import { type Finding, ok, wrong } from "./finding.ts";

const CHECK = "relay";

/**
 * Checks that the server of outgoing mail answers and takes the user and the password. No mail is sent, and neither is shown.
 * @param url of `SMTP_URL`
 */
export async function checkRelay(url: string, timeoutMs: number): Promise<Finding> {
  const { host } = new URL(url);
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.verify();
    return ok(CHECK, `The server of outgoing mail, ${host}, takes mail from here.`);
  } catch (error) {
    const { code = "failed", responseCode } = error as { code?: string; responseCode?: number };
    if (code === "EAUTH") {
      const todo =
        "Write the user and the password that it knows into SMTP_URL; signs such as @ and / in them as %40 and %2F.";
      return wrong(CHECK, `${host} refuses the user or the password (${responseCode ?? "no code"}).`, todo);
    }
    const todo = "Look at host and port in SMTP_URL, and at firewalls: without it nobody gets a code to sign in.";
    return wrong(CHECK, `The server of outgoing mail, ${host}, can't be used (${code}).`, todo);
  } finally {
    transport.close();
  }
}
