import { examine, octetsOf, RestoreRefused, restoreBackup } from "@satchel/backup";
import { readRestoreArguments } from "./backup-arguments.ts";
import { type Installation, withBus } from "./backup-bus.ts";
import { reportLines } from "./backup-report.ts";
import { callOf, runCommand } from "./command.ts";
import { replaceSecret } from "./secret.ts";

// Replaces the content of the bus by a backup. Satchel has to be stopped; its tables are rebuilt at its next start.
const USAGE = `Usage: ${callOf("restore")} --from <file> [--erasures <newer backup> …] [--force] [--check]
       [--passphrase-file <file> | --identity-file <file of age-keygen>]
BACKUP_PASSPHRASE in the environment stands for --passphrase-file.
`;

await runCommand(async () => {
  const { from, erasures, force, check, key } = await readRestoreArguments(process.argv.slice(2), process.env);
  if (check) process.stdout.write(`${from} is whole.\n${reportLines(await examine(octetsOf(from), key))}`);
  else {
    const examined = await withBus(true, (installation) =>
      restoreBackup({ bus: installation.bus, file: from, key, force, erasures, ...keyChecks(installation, force) }),
    );
    process.stdout.write(
      `Restored ${from}\n${reportLines(examined)}Start Satchel now: it rebuilds its tables. Everybody signs in again.\n`,
    );
  }
}, USAGE);

/** Checks that the installation has the keys of the backup, or gets them: with others, no account is found by its address. */
function keyChecks({ secretDir, secret, addressKeyMark }: Installation, force: boolean) {
  return {
    accept: async ({ header }: { header: { addressKeyMark?: string; secret?: string } }) => {
      if (addressKeyMark === undefined || header.addressKeyMark === undefined) return;
      if (addressKeyMark === header.addressKeyMark) return;
      if (secretDir !== undefined && header.secret !== undefined && force) return;
      throw new RestoreRefused(
        secretDir === undefined
          ? "The backup was made with another ADDRESS_KEY or SECRET: set the ones it was made with, or no account is found by its address"
          : `The backup was made with another secret than the one in ${secretDir}: --force puts the backup's in its place`,
      );
    },
    prepare: async ({ header }: { header: { secret?: string } }) => {
      if (secretDir === undefined || header.secret === undefined || header.secret === secret) return;
      await replaceSecret(secretDir, header.secret);
    },
  };
}
