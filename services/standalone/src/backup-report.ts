import type { BackupContent } from "@satchel/backup";

/** What a backup holds, as lines for the person at the terminal. */
export function told({ header, streams, erased }: BackupContent): string {
  const lines = [
    `  begun ${header.begunAt}, NATS ${header.natsVersion}`,
    ...streams.map(({ name, messages, lastSequence }) => `  ${name}: ${messages} messages up to ${lastSequence}`),
    `  erased accounts: ${erased.length}`,
  ];
  return `${lines.join("\n")}\n`;
}
