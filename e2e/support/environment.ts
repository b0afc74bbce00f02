/** The addresses of the running system. The global setup sets them once, and every worker reads them. */
export interface Addresses {
  readonly url: string;
  readonly smtpPort: number;
  /** The operator's page. */
  readonly adminUrl: string;
  readonly saveAddress: string;
  readonly dataDir: string;
  /** A web site whose pages the system may fetch. */
  readonly siteUrl: string;
}

const KEY = "SATCHEL_E2E";

export const publish = (addresses: Addresses): void => {
  process.env[KEY] = JSON.stringify(addresses);
};

export function addresses(): Addresses {
  const value = process.env[KEY];
  if (value === undefined) throw new Error("The system was not started");
  return JSON.parse(value) as Addresses;
}
