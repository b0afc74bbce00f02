import { createECDH, hkdfSync } from "node:crypto";

/** The key pair by which push services know the installation (RFC 8292), in base64url. */
interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The key pair follows from a key of the installation (RFC 5869), so there is nothing to make, to store or to back up. With
 * another key browsers subscribe anew when the page is opened.
 */
export function pushKeys(key: string): PushKeys {
  for (let attempt = 0; ; attempt++) {
    const scalar = Buffer.from(hkdfSync("sha256", key, "", `web push ${attempt}`, 32));
    const pair = createECDH("prime256v1");
    try {
      pair.setPrivateKey(scalar);
    } catch {
      // One of four billion is no private key of this curve.
      continue;
    }
    return { publicKey: pair.getPublicKey("base64url"), privateKey: scalar.toString("base64url") };
  }
}
