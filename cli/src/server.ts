/** A program of the server, which `satchel` starts beside the commands of the archive. */
interface ServerProgram {
  /** From the root of the checkout or of the published package. */
  readonly file: string;
  readonly description: string;
}

/** By the word that starts it: `satchel serve`. Their options are the program's own. */
export const serverPrograms: Readonly<Record<string, ServerProgram>> = {
  serve: { file: "services/standalone/dist/main.js", description: "run a whole Satchel on this machine" },
  send: { file: "scripts/send.mjs", description: "mail links to a Satchel, as a mail program would" },
  doctor: { file: "services/standalone/dist/doctor.js", description: "check all of it, and say what to mend" },
  backup: { file: "services/standalone/dist/backup.js", description: "write a backup" },
  restore: { file: "services/standalone/dist/restore.js", description: "check or restore a backup" },
  drill: { file: "services/standalone/dist/drill.js", description: "restore the newest backup for a trial" },
  rebuild: { file: "services/standalone/dist/rebuild.js", description: "rebuild read tables from the journal" },
  scrub: { file: "services/standalone/dist/scrub.js", description: "remove the remains of erased accounts now" },
  "enrich-again": { file: "services/standalone/dist/enrich-again.js", description: "refetch pages" },
};

/** Their part of `satchel --help`. */
export function serverHelp(): string {
  const width = Math.max(...Object.keys(serverPrograms).map((name) => name.length)) + 2;
  const lines = Object.entries(serverPrograms).map(
    ([name, { description }]) => `  ${name.padEnd(width)}${description}`,
  );
  return ["", "The server (settings are environment variables, as of npm start):", ...lines].join("\n");
}
