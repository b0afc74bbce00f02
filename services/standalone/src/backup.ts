import { backupFile, rotate, takeBackup } from "@satchel/backup";
import { readBackupArguments } from "./backup-arguments.ts";
import { withBus } from "./backup-bus.ts";
import { reportLines } from "./backup-report.ts";
import { callOf, runCommand } from "./command.ts";

// Writes a backup of everything that can't be rebuilt. Satchel may be running.
const USAGE = `Usage: ${callOf("backup")} --to <folder or file> [--keep <number>] [--erasures-only]
       [--passphrase-file <file> | --recipient age1… …]
BACKUP_PASSPHRASE in the environment stands for --passphrase-file.
`;

await runCommand(async () => {
  const { to, holds, keep, lock } = await readBackupArguments(process.argv.slice(2), process.env);
  await withBus(false, async ({ bus, secret, addressKeyMark }) => {
    const file = await backupFile(to, holds, lock !== undefined, Date.now());
    const { bytes, sha256, contents } = await takeBackup({ bus, file, holds, lock, secret, addressKeyMark });
    process.stdout.write(`${file}\n  ${bytes} octets, SHA-256 ${sha256}\n`);
    process.stdout.write(
      contents === undefined
        ? `  Read again octet for octet; what is in it shows ${callOf("restore")} --check\n`
        : `${reportLines(contents)}Read again: it is whole.\n`,
    );
    if (lock === undefined) process.stdout.write("It is not encrypted: anybody who has it has every account.\n");
    if (keep === undefined) return;
    for (const name of await rotate(file, keep, Date.now())) process.stdout.write(`Removed ${name}\n`);
  });
}, USAGE);
