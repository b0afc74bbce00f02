import { START_MS } from "@satchel/contracts";

/**
 * The embedded server's settings. On the command line, so that a change reaches an existing cluster. One machine, one
 * small process tree: idle memory counts.
 */
export const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  password_encryption: "scram-sha-256",
  // Seconds in which a client has to authenticate; the default of one minute is too short on a very busy machine.
  authentication_timeout: String(START_MS / 1000),
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The details of an error quote rows, and the log must not contain data of erased users.
  log_error_verbosity: "terse",

  // The system keeps files in memory too. Of `npm start` it is a setting, DATABASE_BUFFERS_MB.
  shared_buffers: "32MB",
  // Reads of a data set that fits into memory gain nothing from three more processes.
  io_method: "sync",
  max_worker_processes: "4",
  max_parallel_workers: "2",
  autovacuum_max_workers: "1",

  // No replica ever reads the log: the journal is the truth, the tables are disposable.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  // It is needed only after a crash. A small log means more checkpoints and more whole pages in it, which are compressed, but
  // the disk of a small machine matters more.
  max_wal_size: "16MB",
  min_wal_size: "4MB",
  wal_compression: "on",
  // Recycled files keep their old content until it is overwritten; nothing may be left after an erasure.
  wal_recycle: "off",
};
