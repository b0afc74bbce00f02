import { type BusUser, START_MS } from "@satchel/contracts";

/** Octets of a message, JetStream's default; the largest event, a mail with 100 URLs, is well below it. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** Octets of JetStream's memory: our streams are files, only the state of short-lived consumers is in memory. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

export const NATS_USER = "satchel";

/** A further user of the server, and what it may do. */
export interface NatsUser extends BusUser {
  readonly name: string;
  readonly password: string;
}

interface NatsConfig {
  /** -1: any free port. */
  readonly port: number;
  readonly monitorPort: number;
  readonly password: string;
  readonly storeDir: string;
  /** The server writes `<program>_<pid>.ports` here once it listens. */
  readonly portsDir: string;
  readonly pidFile: string;
  /** Beside the one with all permissions. */
  readonly users?: readonly NatsUser[];
}

/**
 * The block of users and their permissions.
 * @param first has all permissions
 * @param text of a password: a string in quotes, or a variable of the environment as `$NAME`
 */
export function renderAuthorization(
  first: { readonly name: string; readonly password: string },
  users: readonly NatsUser[],
  text: (password: string) => string = JSON.stringify,
): string {
  const list = (name: string, subjects: readonly string[]): string =>
    `        ${name}: [\n${subjects.map((subject) => `          ${JSON.stringify(subject)}`).join("\n")}\n        ]\n`;
  const block = ({ name, password, publish, subscribe, answers }: NatsUser): string =>
    `    {
      user: ${JSON.stringify(name)}, password: ${text(password)}
      permissions {
${list("publish", publish)}${list("subscribe", subscribe)}${answers ? "        allow_responses: true\n" : ""}      }
    }
`;
  return `authorization {
  # Seconds in which a client has to authenticate; the default of 2 is too short on a busy machine.
  timeout: ${START_MS / 1000}
  users: [
    { user: ${JSON.stringify(first.name)}, password: ${text(first.password)} }
${users.map(block).join("")}  ]
}
`;
}

/**
 * The server's configuration file. `sync_interval: always` is essential: by default an acknowledged write reaches the
 * disk up to two minutes later, and a power cut loses it (jepsen.io/analyses/nats-2.12.1).
 */
export function renderNatsConfig(config: NatsConfig): string {
  const text = JSON.stringify;
  return `host: 127.0.0.1
port: ${config.port}
http: "127.0.0.1:${config.monitorPort}"
pid_file: ${text(config.pidFile)}
ports_file_dir: ${text(config.portsDir)}
max_payload: ${MAX_PAYLOAD_BYTES}
${renderAuthorization({ name: NATS_USER, password: config.password }, config.users ?? [])}jetstream {
  store_dir: ${text(config.storeDir)}
  sync_interval: always
  max_memory_store: ${MAX_MEMORY_BYTES}
}
`;
}
