import { atEnd, eventually, startHttpServer } from "@satchel/testing";
import { startDnsServer } from "../../services/mail-ingest/test/dns-server.ts";
import { startRelay } from "../../services/mail-ingest/test/relay.ts";
import { docker } from "./engine.ts";

/** Sites whose pages are saved: of each, enrichment reads two pages at a time. */
const SITES = 8;
/** The networks that an engine gives to containers: from one of them the mails of this machine come. */
const SENDERS = "v=spf1 ip4:172.16.0.0/12 ip4:192.168.0.0/16 ip4:10.0.0.0/8 -all";
const SENDER_DOMAIN = "sender.test";

/** 64 × 64 px, brass. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsOtlPzMZzwi+hcEKLNP1WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgtRVZFam+k8cwAAAABJRU5ErkJggg==",
  "base64",
);

/** What an installation has around it: name servers, sites, a relay for outgoing mail, a domain of senders. */
export interface Surroundings {
  /** The address by which containers reach this machine. */
  readonly host: string;
  /** The lines of `.env` that name them. */
  readonly settings: Readonly<Record<string, string>>;
  /** The origins of the sites. */
  readonly sites: readonly string[];
  readonly addressOf: (person: number | string) => string;
  readonly mailedCode: (email: string) => Promise<string>;
}

/** Starts them at the address by which containers reach this machine. They end with `cleanUp`. */
export async function startSurroundings(): Promise<Surroundings> {
  const host = await docker("network", "inspect", "bridge", "--format", "{{(index .IPAM.Config 0).Gateway}}");
  const site = await startHttpServer(({ url = "" }, response) => {
    if (url === "/picture.png") return response.writeHead(200, { "content-type": "image/png" }).end(PICTURE);
    if (!url.startsWith("/pages/")) return response.writeHead(404).end();
    const picture = url.startsWith("/pages/picture") ? '<meta property="og:image" content="/picture.png">' : "";
    return response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>Page ${url}</title>${picture}<p>Words.`);
  }, host);
  atEnd(site.close);
  const hosts = Array.from({ length: SITES }, (_, n) => `site${n}.test`);
  const dns = await startDnsServer(
    {
      [SENDER_DOMAIN]: { txt: [SENDERS], a: [host], mx: [`mx.${SENDER_DOMAIN}`] },
      [`mx.${SENDER_DOMAIN}`]: { a: [host] },
      [`_dmarc.${SENDER_DOMAIN}`]: { txt: ["v=DMARC1; p=reject"] },
      ...Object.fromEntries(hosts.map((name) => [name, { a: [host] }])),
    },
    host,
  );
  atEnd(dns.stop);
  const relay = await startRelay(host);
  const mailedCode = (email: string): Promise<string> =>
    eventually(() => {
      for (const mail of relay.taken.toReversed()) {
        const code = /^Subject:.*?\b(\d{6})\b/m.exec(mail)?.[1];
        if (code !== undefined && mail.includes(email)) return code;
      }
      throw new Error(`no code was mailed to ${email}`);
    });
  return {
    host,
    settings: {
      DNS_SERVERS: dns.server,
      FETCH_ALLOW: hosts.map((name) => `${name}:${site.port}`).join(","),
      SMTP_URL: relay.url,
    },
    sites: hosts.map((name) => `http://${name}:${site.port}`),
    addressOf: (person) => `person${person}@${SENDER_DOMAIN}`,
    mailedCode,
  };
}
