import { busUserNames, busUsers } from "@satchel/contracts";
import { NATS_USER, renderAuthorization } from "@satchel/embedded";

/** The variable of the environment that has the password of a user of the deployed bus. */
export const passwordVariable = (user: string): string =>
  user === NATS_USER ? "NATS_PASSWORD" : `NATS_${user.toUpperCase().replaceAll("-", "_")}_PASSWORD`;

/**
 * `deploy/nats.conf`: made of what the contracts say each service may do.
 * @param spec the test that compares it, for its first lines
 */
export function deployedNatsConfig(spec = "services/standalone/src/deployment"): string {
  const users = busUserNames.map((name) => ({ name, password: passwordVariable(name), ...busUsers[name] }));
  const first = { name: NATS_USER, password: passwordVariable(NATS_USER) };
  return `# Made from contracts/src/bus-users.ts; a test compares it. After a change there:
#   npx vitest run --project unit ${spec} -u
port: 4222
http: 8222
max_payload: 1048576
jetstream {
  store_dir: "/data"
  # Without it an acknowledged write reaches the disk up to two minutes later.
  sync_interval: always
  max_memory_store: 67108864
}
${renderAuthorization(first, users, (variable) => `$${variable}`)}`;
}
