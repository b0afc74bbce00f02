/** JetStream asks for 1 MB at most by default; the largest event, a mail with 100 URLs, is well below it. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** Our streams are files, but for what workers that fetch pages share for an hour (36 MiB) and consumers' state. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

export const NATS_USER = "satchel";

export interface NatsConfig {
  readonly host: string;
  /** -1: any free port. */
  readonly port: number;
  readonly monitorPort: number;
  readonly password: string;
  readonly storeDir: string;
  /** The server writes `<program>_<pid>.ports` here once it listens. */
  readonly portsDir: string;
  readonly pidFile: string;
}

/**
 * The server's configuration file. `sync_interval: always` is the point of it: by default an acknowledged write
 * reaches the disk up to two minutes later, and a power cut takes it (jepsen.io/analyses/nats-2.12.1).
 */
export function renderNatsConfig(config: NatsConfig): string {
  const text = JSON.stringify;
  return `host: ${text(config.host)}
port: ${config.port}
http: ${text(`127.0.0.1:${config.monitorPort}`)}
pid_file: ${text(config.pidFile)}
ports_file_dir: ${text(config.portsDir)}
max_payload: ${MAX_PAYLOAD_BYTES}
authorization { user: ${text(NATS_USER)}, password: ${text(config.password)} }
jetstream {
  store_dir: ${text(config.storeDir)}
  sync_interval: always
  max_memory_store: ${MAX_MEMORY_BYTES}
}
`;
}
