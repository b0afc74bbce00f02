export type { Header } from "./archive.ts";
export type { Key, Lock } from "./encryption.ts";
export { type BackupContent, examine } from "./examine.ts";
export { backupFile, newestBackup, octetsOf, rotate } from "./files.ts";
export { RestoreRefused, restoreBackup } from "./restore.ts";
export { takeBackup } from "./take.ts";
