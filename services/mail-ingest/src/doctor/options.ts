import { parseArgs } from "node:util";
import { normaliseAddress } from "@satchel/chassis";
import { normaliseDomain } from "../authentication/domain-name.ts";

export const USAGE = `Usage: npm run mail:doctor -- <domain> [options]

Checks how a domain is set up to take mail for Satchel and to send its codes, and says what to mend. No mail is sent.

  --save-address <address>  the address that links are mailed to; default save@<domain>
  --selector <name>         a DKIM selector of the domain's outgoing mail; may be named several times
  --make-dkim-key           make a key for signing outgoing mail, print its settings and its record, and check nothing
  --port <number>           the port that mail is taken on; default 25
  --connect <address>       connect there instead of to the MX hosts' addresses, as from inside the network
  --dns-servers <list>      DNS servers to ask, address or address:port, separated by commas; default: the system's
  --timeout <seconds>       for one question to the DNS or one answer of the mail server; default 10
  --no-smtp                 leave the connection to the mail server out
  --json                    print the findings as JSON
  --help                    print this

With DKIM_KEY and DKIM_SELECTOR in the environment, the record of that selector is compared with the key.

Exit code: 0 all is well, 1 something needs a look or could not be checked, 2 something is wrong, 64 wrong arguments.`;

/** The arguments of the doctor. */
export interface DoctorOptions {
  readonly domain: string;
  readonly saveAddress: string;
  readonly selectors: readonly string[];
  /** Whether a key is made, and nothing checked. */
  readonly makesKey: boolean;
  readonly port: number;
  readonly connect: string | undefined;
  readonly dnsServers: readonly string[];
  readonly timeoutMs: number;
  readonly smtp: boolean;
  readonly json: boolean;
}

const SELECTOR = /^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/i;

/**
 * Reads the arguments; "help" for `--help`.
 * @throws {Error} with what is wrong
 */
export function readDoctorArguments(args: readonly string[]): DoctorOptions | "help" {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      "save-address": text,
      selector: { ...text, multiple: true },
      "make-dkim-key": flag,
      port: text,
      connect: text,
      "dns-servers": text,
      timeout: text,
      "no-smtp": flag,
      json: flag,
      help: flag,
    },
  });
  if (values.help === true) return "help";
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new Error("One domain is needed");
  const domain = normaliseDomain(name);
  if (domain === undefined || !domain.includes(".")) throw new Error(`${name} is no domain`);
  const saveAddress = normaliseAddress(values["save-address"] ?? `save@${domain}`);
  if (saveAddress?.endsWith(`@${domain}`) !== true) throw new Error(`--save-address must be an address at ${domain}`);
  const selectors = values.selector ?? [];
  for (const one of selectors) if (!SELECTOR.test(one)) throw new Error(`--selector ${one} is no selector`);
  return {
    domain,
    saveAddress,
    selectors,
    makesKey: values["make-dkim-key"] === true,
    port: wholeNumber("--port", values.port ?? "25", 65_535),
    connect: values.connect,
    dnsServers: (values["dns-servers"] ?? "").split(",").flatMap((one) => one.trim() || []),
    timeoutMs: wholeNumber("--timeout", values.timeout ?? "10", 300) * 1000,
    smtp: values["no-smtp"] !== true,
    json: values.json === true,
  };
}

/** The value of an option, from 1 to `most`. @throws {Error} with what the option takes */
export function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most) throw new Error(`${name} is a number from 1 to ${most}`);
  return value;
}
