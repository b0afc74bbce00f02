export { NATS_USER, type NatsUser, renderAuthorization } from "./nats/config.ts";
export { type FindNatsOptions, findNatsServer } from "./nats/find.ts";
export { type NatsOptions, type RunningNats, startNats } from "./nats/start.ts";
export type { NatsServer } from "./nats/version.ts";
export { type PostgresOptions, type RunningPostgres, startPostgres } from "./postgres/start.ts";
export { freePort } from "./process/free-port.ts";
export type { Exit, ServerProcess } from "./process/server.ts";
export type { Progress } from "./progress.ts";
