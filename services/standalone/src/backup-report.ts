import type { BackupContent } from "@satchel/backup";

/** The content of a backup, as lines for the terminal. */
export function reportLines({ header, streams, erased }: BackupContent): string {
  const lines = [
    `  begun ${header.begunAt}, NATS ${header.natsVersion}`,
    ...streams.map(({ name, messages, lastSequence }) => `  ${name}: ${messages} messages up to ${lastSequence}`),
    `  erased accounts: ${erased.length}`,
  ];
  return `${lines.join("\n")}\n`;
}
