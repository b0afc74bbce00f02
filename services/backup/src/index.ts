export { DamagedBackup, type Header } from "./archive.ts";
export { type Key, type Lock, WrongKey } from "./encryption.ts";
export { type BackupContent, examine } from "./examine.ts";
export { backupFile, octetsOf, rotate } from "./files.ts";
export { RestoreRefused, restoreBackup, type RestoreOptions } from "./restore.ts";
export { type Backup, type BackupOptions, takeBackup } from "./take.ts";
