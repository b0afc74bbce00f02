import { answers } from "../domain/answers.ts";
import { HANDSHAKE_MS } from "../limits.ts";
import type { Certificates } from "../tls/certificate.ts";
import { DISCONNECTING, type HarakaConnection, toDsn } from "./haraka.ts";
import { useCertificate } from "./upstream.ts";

/**
 * Answers STARTTLS (RFC 3207). Octets that the client sent after the command are dropped before the answer, and its earlier commands
 * do not count after the handshake (section 4.2): it must send EHLO again.
 */
export async function startTls(
  connection: HarakaConnection,
  parameters: string,
  certificates: Certificates,
): Promise<void> {
  if (connection.tls.enabled) return connection.respond(answers.tlsAlready.code, toDsn(answers.tlsAlready));
  if (parameters.trim() !== "") return connection.respond(answers.tlsSyntax.code, toDsn(answers.tlsSyntax));
  connection.current_data = null;
  const context = await certificates.current();
  if (connection.state >= DISCONNECTING) return;
  connection.current_data = null;
  if (context === undefined) return connection.respond(answers.tlsUnavailable.code, toDsn(answers.tlsUnavailable));
  useCertificate(context);
  connection.respond(answers.startTls.code, toDsn(answers.startTls));
  const timer = setTimeout(() => connection.client.destroy(), HANDSHAKE_MS).unref();
  connection.client.upgrade((verified, verifyError, peerCertificate, cipher) => {
    clearTimeout(timer);
    connection.current_data = null;
    connection.esmtp = false;
    connection.reset_transaction(() => connection.setTLS({ verified, verifyError, peerCertificate, cipher }));
  });
}
