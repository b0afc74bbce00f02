import { get } from "node:https";
import type { DnsClient } from "./dns.ts";

/** Octets of a policy (RFC 8461 section 3.3 suggests 64 KB). */
const POLICY_BYTES = 64 * 1024;

interface PolicyFileOptions {
  readonly dns: DnsClient;
  readonly timeoutMs: number;
  /** Default 443. */
  readonly port?: number;
  /** Authorities to trust, in PEM; default: this machine's. */
  readonly ca?: string;
}

/**
 * Fetches the MTA-STS policy of a domain as senders do (RFC 8461 section 3.3): over HTTPS with a valid certificate, without
 * following redirects. mailauth's own reads a policy of any length.
 * @throws {Error} that says why there is none
 */
export async function fetchPolicy(domain: string, { dns, timeoutMs, port, ca }: PolicyFileOptions): Promise<string> {
  const host = `mta-sts.${domain}`;
  const a = await dns.a(host);
  const addresses = a.is === "found" ? a : await dns.aaaa(host);
  const address = addresses.is === "found" ? addresses.records[0] : undefined;
  if (address === undefined) throw new Error(`${host} has no address`);
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const where = {
      host: address,
      port: port ?? 443,
      servername: host,
      headers: { host },
      path: "/.well-known/mta-sts.txt",
    };
    const request = get({ ...where, ...(ca === undefined ? {} : { ca }), signal, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        response.destroy();
        reject(new Error(`it is answered ${response.statusCode}`));
        return;
      }
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        if (text.length > POLICY_BYTES) response.destroy(new Error("it is too long"));
      });
      response.on("error", reject);
      response.on("end", () => resolve(text));
    });
    request.on("error", (error) => reject(signal.aborted ? new Error("no answer in time") : error));
  });
}
