import { createHash, generateKeyPairSync, type KeyObject, sign as signBytes } from "node:crypto";

/** A key that signs mail, and the record that publishes it. */
export interface DkimKey {
  readonly privateKey: KeyObject;
  /** Value of `p=`. */
  readonly published: string;
}

export function rsaKey(bits: number): DkimKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return { privateKey, published: publicKey.export({ type: "spki", format: "der" }).toString("base64") };
}

export function ed25519Key(): DkimKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  // The bare key, without the algorithm around it (RFC 8463 section 4).
  return { privateKey, published: publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("base64") };
}

/**
 * Signs a mail as RFC 6376 describes, apart from any library that verifies, and puts the signature on top. `tags` are added to the
 * usual ones or take their place; one that is undefined is left out. Canonicalisation is relaxed/relaxed.
 */
export function signed(mail: string, key: DkimKey, tags: Record<string, string | undefined> = {}): string {
  const end = mail.indexOf("\r\n\r\n");
  const [header, body] = [mail.slice(0, end), mail.slice(end + 4)];
  const all: Record<string, string | undefined> = {
    v: "1",
    a: key.privateKey.asymmetricKeyType === "ed25519" ? "ed25519-sha256" : "rsa-sha256",
    c: "relaxed/relaxed",
    d: "example.org",
    s: "key",
    h: "From:To:Subject:Date:Message-ID",
    ...tags,
  };
  const hash = all["a"]?.endsWith("sha1") === true ? "sha1" : "sha256";
  const length = all["l"] === undefined ? undefined : Number(all["l"]);
  all["bh"] ??= createHash(hash).update(relaxedBody(body).subarray(0, length)).digest("base64");
  const list = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const field = `DKIM-Signature: ${list.join("; ")}; b=`;
  const text = Buffer.from([...coveredFields(header, all["h"] ?? ""), relaxedField(field)].join("\r\n"));
  const bytes =
    key.privateKey.asymmetricKeyType === "ed25519"
      ? signBytes(null, createHash("sha256").update(text).digest(), key.privateKey)
      : signBytes(`rsa-${hash}`, text, key.privateKey);
  return `${field}${bytes.toString("base64")}\r\n${mail}`;
}

/** Section 5.4.2: of several fields of a name, the last one first; a name without a field left covers that there is none. */
function coveredFields(header: string, names: string): string[] {
  const left = header.split(/\r\n(?![ \t])/);
  return names.split(":").flatMap((name) => {
    const at = left.findLastIndex((field) => nameOf(field) === name.trim().toLowerCase());
    return at === -1 ? [] : left.splice(at, 1).map(relaxedField);
  });
}

const nameOf = (field: string): string => field.slice(0, field.indexOf(":")).trim().toLowerCase();

/** Section 3.4.2. */
const relaxedField = (field: string): string =>
  `${nameOf(field)}:${field
    .slice(field.indexOf(":") + 1)
    .replace(/\r\n/g, "")
    .replace(/[ \t]+/g, " ")
    .trim()}`;

/** Section 3.4.4. */
function relaxedBody(body: string): Buffer {
  const lines = body.split("\r\n").map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""));
  while (lines.at(-1) === "") lines.pop();
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(""));
}
