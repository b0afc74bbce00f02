import { parseArgs } from "node:util";
import { wholeNumber } from "@satchel/mail-ingest/doctor";
import { callOf } from "../command.ts";

export const USAGE = `Usage: ${callOf("doctor")} [options]

Checks the whole of a Satchel on this machine, running or not, and says what to mend. It reads the settings of a
start from the environment, changes nothing, sends no mail, and shows no secret.

  --backups <folder>       where backups are; default BACKUP_TO
  --no-mail                leave out the domain of SAVE_ADDRESS, which npm run mail:doctor checks too
  --port <number>          the port that others send mail to; default 25
  --connect <address>      connect there instead of to the MX hosts' addresses, as from inside the network
  --time-server <host>     compare the clock with a time server (SNTP), host or host:port; default: none is asked
  --timeout <seconds>      for one answer; default 10
  --json                   print the findings as JSON
  --help                   print this

Exit code: 0 all is well, 1 something needs a look or could not be checked, 2 something is wrong, 64 wrong arguments.`;

/** The arguments of the doctor. */
export interface DoctorOptions {
  readonly backups: string | undefined;
  readonly mail: boolean;
  readonly port: number;
  readonly connect: string | undefined;
  readonly timeServer: { readonly host: string; readonly port: number } | undefined;
  readonly timeoutMs: number;
  readonly json: boolean;
}

/** Port of SNTP (RFC 4330 section 4). */
const NTP = 123;

/**
 * Reads the arguments; "help" for `--help`.
 * @throws {Error} with what is wrong
 */
export function readOptions(args: readonly string[]): DoctorOptions | "help" {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      backups: text,
      "no-mail": flag,
      port: text,
      connect: text,
      "time-server": text,
      timeout: text,
      json: flag,
      help: flag,
    },
  });
  if (values.help === true) return "help";
  const server = values["time-server"];
  const [, host = "", port] = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d+))?$/i.exec(server ?? "") ?? [];
  if (server !== undefined && host === "") throw new Error("--time-server takes a host, or host:port");
  return {
    backups: values.backups,
    mail: values["no-mail"] !== true,
    port: wholeNumber("--port", values.port ?? "25", 65_535),
    connect: values.connect,
    timeServer:
      server === undefined
        ? undefined
        : { host: host.replace(/^\[(.*)\]$/, "$1"), port: wholeNumber("--time-server", port ?? String(NTP), 65_535) },
    timeoutMs: wholeNumber("--timeout", values.timeout ?? "10", 300) * 1000,
    json: values.json === true,
  };
}
