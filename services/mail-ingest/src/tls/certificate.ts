import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { createSecureContext, type SecureContext } from "node:tls";
import { ConfigurationError, type Logger } from "@satchel/chassis";

/** The files for STARTTLS in PEM; the certificate's with its chain. */
interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** A certificate with its key, ready for handshakes. */
interface Certificate {
  readonly context: SecureContext;
  /** When it expires. */
  readonly validTo: Date;
}

/** The files of the settings; undefined without STARTTLS. */
export const certificateFiles = (settings: {
  readonly SMTP_TLS_CERT_FILE?: string | undefined;
  readonly SMTP_TLS_KEY_FILE?: string | undefined;
}): CertificateFiles | undefined =>
  settings.SMTP_TLS_CERT_FILE === undefined || settings.SMTP_TLS_KEY_FILE === undefined
    ? undefined
    : { cert: settings.SMTP_TLS_CERT_FILE, key: settings.SMTP_TLS_KEY_FILE };

/**
 * Reads a certificate and its key.
 * @throws {ConfigurationError} with the file and the reason, without its content
 */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const cert = await read("SMTP_TLS_CERT_FILE", files.cert);
  const key = await read("SMTP_TLS_KEY_FILE", files.key);
  const leaf = parse(() => new X509Certificate(cert), `SMTP_TLS_CERT_FILE has no certificate in PEM: ${files.cert}`);
  const own = parse(
    () => createPrivateKey(key),
    `SMTP_TLS_KEY_FILE has no private key in PEM that can be read without a passphrase: ${files.key}`,
  );
  if (!leaf.checkPrivateKey(own)) {
    throw fault(`SMTP_TLS_KEY_FILE is not the key of SMTP_TLS_CERT_FILE: ${files.key}, ${files.cert}`);
  }
  const context = parse(
    // RFC 8996: TLS 1.0 and 1.1 must not be used.
    () => createSecureContext({ cert, key, minVersion: "TLSv1.2" }),
    `SMTP_TLS_CERT_FILE can't be used for TLS: ${files.cert}`,
  );
  return { context, validTo: new Date(leaf.validTo) };
}

/**
 * The certificate for the next handshake. Each time the files are read again if they have changed, so that the next client
 * gets a renewed certificate. While the files can't be used, for example when only one was renewed, the former certificate
 * stays.
 */
export class Certificates {
  readonly #files: CertificateFiles;
  readonly #logger: Logger;
  #current: Certificate | undefined;
  #version: string | undefined;
  #reading: Promise<void> | undefined;

  constructor(files: CertificateFiles, logger: Logger) {
    this.#files = files;
    this.#logger = logger;
  }

  /** Undefined when no usable certificate was read so far. */
  async current(): Promise<SecureContext | undefined> {
    this.#reading ??= this.#look().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return this.#current?.context;
  }

  async #look(): Promise<void> {
    const version = await versionOf(this.#files);
    if (version === this.#version) return;
    // Also for files that can't be used, so that each state is logged once.
    this.#version = version;
    try {
      this.#current = await readCertificate(this.#files);
      const validTo = this.#current.validTo;
      const level = validTo.getTime() < Date.now() ? "warn" : "info";
      this.#logger[level]({ validTo }, "The certificate for STARTTLS is read");
    } catch (error) {
      this.#logger.error({ err: error }, "The certificate for STARTTLS can't be used; the former one stays");
    }
  }
}

/** A text that changes when a file is written or replaced, also behind a symbolic link. */
async function versionOf({ cert, key }: CertificateFiles): Promise<string> {
  const of = async (file: string): Promise<string> => {
    const found = await stat(file, { bigint: true }).catch(() => undefined);
    return found === undefined ? "none" : `${found.dev}-${found.ino}-${found.size}-${found.mtimeNs}-${found.ctimeNs}`;
  };
  return `${await of(cert)} ${await of(key)}`;
}

const fault = (text: string): ConfigurationError => new ConfigurationError([text]);

async function read(name: string, file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw fault(`${name} can't be read (${(error as NodeJS.ErrnoException).code ?? "unknown"}): ${file}`);
  }
}

function parse<T>(work: () => T, text: string): T {
  try {
    return work();
  } catch {
    throw fault(text);
  }
}
