import { backupFile, type BackupContent, rotate, takeBackup } from "@satchel/backup";
import { readBackupArguments, UsageError } from "./backup-arguments.ts";
import { atPlace } from "./backup-place.ts";
import { reportLines } from "./backup-report.ts";

// Writes a backup of all that can't be rebuilt, while Satchel runs or not.
const USAGE = `Usage: npm run backup -- --to <folder or file> [--keep <number>] [--erasures-only]
                      [--passphrase-file <file> | --recipient age1… …]
BACKUP_PASSPHRASE in the environment stands for --passphrase-file.
`;

try {
  const { to, holds, keep, lock } = await readBackupArguments(process.argv.slice(2), process.env);
  await atPlace(false, async ({ bus, secret, addressKeyMark }) => {
    const file = await backupFile(to, holds, lock !== undefined, Date.now());
    const { bytes, sha256, contents } = await takeBackup({ bus, file, holds, lock, secret, addressKeyMark });
    process.stdout.write(`${file}\n  ${bytes} octets, SHA-256 ${sha256}\n${lines(contents)}`);
    if (lock === undefined) process.stdout.write("It is not encrypted: anybody who has it has every account.\n");
    if (keep === undefined) return;
    for (const name of await rotate(file, keep, Date.now())) process.stdout.write(`Removed ${name}\n`);
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write(USAGE);
  process.exit(error instanceof UsageError ? 64 : 1);
}

function lines(contents: BackupContent | undefined): string {
  if (contents === undefined) return "  Read again octet for octet; what is in it shows npm run restore -- --check\n";
  return `${reportLines(contents)}Read again: it is whole.\n`;
}
