import { generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Address } from "@satchel/chassis";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startDnsServer, type Zone } from "../../test/dns-server.ts";
import { createAuthenticate } from "./authenticate.ts";
import { createResolve } from "./resolver.ts";

const zone: Zone = {};
const dns = await startDnsServer(zone);
afterAll(dns.stop);
beforeEach(() => {
  for (const name of Object.keys(zone)) delete zone[name];
});

const authenticate = createAuthenticate(createResolve([dns.server]), "satchel.example");
const ANNA = "anna@example.org" as Address;
const CLIENT = { sender: "", helo: "client.example", ip: "192.0.2.1" };
const MAIL =
  "From: Anna <anna@example.org>\r\nSubject: Hello\r\nMessage-ID: <1@example.org>\r\n\r\nhttps://example.com/\r\n";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const weak = generateKeyPairSync("rsa", { modulusLength: 768 });

const publish = (domain: string, key: KeyObject, more = ""): void => {
  const der = key.export({ type: "spki", format: "der" }).toString("base64");
  zone[`key._domainkey.${domain}`] = [`v=DKIM1; k=rsa; ${more}p=${der}`];
};

interface Signing {
  key?: KeyObject;
  fields?: string;
  algorithm?: string;
  length?: number;
}

/** Signs a mail as a domain's mail server does. */
async function signed(domain: string, mail = MAIL, options: Signing = {}): Promise<Buffer> {
  const { key = rsa.privateKey, fields = "From:Subject:Message-ID", algorithm = "rsa-sha256", length } = options;
  const { signatures } = await dkimSign(mail, {
    canonicalization: "relaxed/relaxed",
    algorithm,
    headerList: fields,
    signatureData: [
      {
        signingDomain: domain,
        selector: "key",
        privateKey: key.export({ type: "pkcs8", format: "pem" }) as string,
        ...(length === undefined ? {} : { maxBodyLength: length }),
      },
    ],
    // Its types are not those of what it takes.
  } as unknown as Parameters<typeof dkimSign>[1]);
  return Buffer.from(signatures + mail);
}

describe("a domain without a policy", () => {
  test("needs an aligned signature: its own or its organisation's", async () => {
    publish("example.org", rsa.publicKey);
    publish("mail.example.org", rsa.publicKey);
    for (const domain of ["example.org", "mail.example.org"]) {
      expect(await authenticate(await signed(domain), ANNA, CLIENT)).toMatchObject({
        is: "authentic",
        verdict: { dkim: "pass", dmarc: "none", by: "dkim" },
      });
    }
  });

  test("is not proven by no signature, another domain's, or the envelope alone", async () => {
    publish("evil.example", rsa.publicKey);
    zone["example.org"] = ["v=spf1 ip4:192.0.2.1 -all"];
    const fromAnna = { ...CLIENT, sender: "anna@example.org" };
    expect(await authenticate(Buffer.from(MAIL), ANNA, fromAnna)).toEqual({ is: "unauthentic" });
    expect(await authenticate(await signed("evil.example"), ANNA, fromAnna)).toEqual({ is: "unauthentic" });
  });

  test("is not proven by a signature whose mail was changed", async () => {
    publish("example.org", rsa.publicKey);
    const changed = (await signed("example.org")).toString().replace("example.com", "evil.example");
    expect(await authenticate(Buffer.from(changed), ANNA, CLIENT)).toEqual({ is: "unauthentic" });
  });

  test.each<[string, Signing, RegExp]>([
    ["over a part of the body only (l=)", { length: 5 }, /l=5;/],
    ["that leaves the From field out", { fields: "Subject:Message-ID" }, /h=(?!.*From).*;/i],
    ["by a key of 768 bits", { key: weak.privateKey }, /b=[\w+/=\s]{100,140}$/],
    ["with SHA-1", { algorithm: "rsa-sha1" }, /a=rsa-sha1/],
  ])("is not proven by a signature %s", async (_name, signing, shape) => {
    publish("example.org", signing.key === undefined ? rsa.publicKey : weak.publicKey);
    const mail = await signed("example.org", MAIL, signing);
    expect(mail.toString().split("\r\nFrom:")[0]).toMatch(shape);
    expect(await authenticate(mail, ANNA, CLIENT)).toEqual({ is: "unauthentic" });
  });

  test("is not proven by a key that is not for e-mail", async () => {
    publish("example.org", rsa.publicKey, "s=other; ");
    expect(await authenticate(await signed("example.org"), ANNA, CLIENT)).toEqual({ is: "unauthentic" });
  });
});

describe("a domain with a policy (DMARC)", () => {
  beforeEach(() => {
    zone["_dmarc.example.org"] = ["v=DMARC1; p=none"];
  });

  test("is proven by the envelope when its domain is aligned", async () => {
    zone["bounces.example.org"] = ["v=spf1 ip4:192.0.2.1 -all"];
    const sent = await authenticate(Buffer.from(MAIL), ANNA, { ...CLIENT, sender: "b@bounces.example.org" });
    expect(sent).toMatchObject({ is: "authentic", verdict: { spf: "pass", dmarc: "pass", by: "dmarc" } });
  });

  test("is not proven by the envelope of another domain, or from another host", async () => {
    zone["evil.example"] = ["v=spf1 ip4:192.0.2.1 -all"];
    zone["example.org"] = ["v=spf1 ip4:198.51.100.1 -all"];
    for (const sender of ["eve@evil.example", "anna@example.org"]) {
      expect(await authenticate(Buffer.from(MAIL), ANNA, { ...CLIENT, sender })).toEqual({ is: "unauthentic" });
    }
  });

  test("that asks for strict alignment is not proven by a subdomain", async () => {
    zone["_dmarc.example.org"] = ["v=DMARC1; p=reject; adkim=s; aspf=s"];
    publish("example.org", rsa.publicKey);
    publish("mail.example.org", rsa.publicKey);
    zone["mail.example.org"] = ["v=spf1 ip4:192.0.2.1 -all"];
    const client = { ...CLIENT, sender: "anna@mail.example.org" };
    expect(await authenticate(await signed("mail.example.org"), ANNA, client)).toEqual({ is: "unauthentic" });
    expect(await authenticate(await signed("example.org"), ANNA, client)).toMatchObject({ is: "authentic" });
  });
});

describe("a DNS that fails", () => {
  test("leaves a signature, a policy or an envelope that would count unknown", async () => {
    zone["key._domainkey.example.org"] = "SERVFAIL";
    expect(await authenticate(await signed("example.org"), ANNA, CLIENT)).toEqual({ is: "unknown" });

    publish("example.org", rsa.publicKey);
    zone["_dmarc.example.org"] = "SERVFAIL";
    expect(await authenticate(await signed("example.org"), ANNA, CLIENT)).toEqual({ is: "unknown" });

    zone["_dmarc.example.org"] = ["v=DMARC1; p=reject"];
    zone["example.org"] = "SERVFAIL";
    const fromAnna = { ...CLIENT, sender: "anna@example.org" };
    expect(await authenticate(Buffer.from(MAIL), ANNA, fromAnna)).toEqual({ is: "unknown" });
  });

  test("for somebody else's domain changes nothing", async () => {
    zone["key._domainkey.evil.example"] = "SERVFAIL";
    zone["evil.example"] = "SERVFAIL";
    const client = { ...CLIENT, sender: "eve@evil.example" };
    expect(await authenticate(await signed("evil.example"), ANNA, client)).toEqual({ is: "unauthentic" });
  });
});
