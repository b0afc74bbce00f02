import { examine, octetsOf, RestoreRefused, restoreBackup } from "@satchel/backup";
import { readRestoreArguments, UsageError } from "./backup-arguments.ts";
import { atPlace, type Place } from "./backup-place.ts";
import { reportLines } from "./backup-report.ts";
import { replaceSecret } from "./secret.ts";

// Replaces the content of the bus by a backup. Satchel has to be stopped; its tables are rebuilt at its next start.
const USAGE = `Usage: npm run restore -- --from <file> [--erasures <newer backup> …] [--force] [--check]
                       [--passphrase-file <file> | --identity-file <file of age-keygen>]
BACKUP_PASSPHRASE in the environment stands for --passphrase-file.
`;

try {
  const { from, erasures, force, check, key } = await readRestoreArguments(process.argv.slice(2), process.env);
  if (check) process.stdout.write(`${from} is whole.\n${reportLines(await examine(octetsOf(from), key))}`);
  else {
    const examined = await atPlace(true, (place) =>
      restoreBackup({ bus: place.bus, file: from, key, force, erasures, ...keysAt(place, force) }),
    );
    process.stdout.write(
      `Restored ${from}\n${reportLines(examined)}Start Satchel now: it rebuilds its tables. Everybody signs in again.\n`,
    );
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write(USAGE);
  process.exit(error instanceof UsageError ? 64 : 1);
}

/** The keys and the backup belong together: without its key no address is found again. */
function keysAt({ secretDir, secret, addressKeyMark }: Place, force: boolean) {
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
