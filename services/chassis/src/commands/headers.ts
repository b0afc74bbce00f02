/** Names of the headers of a command. */
export const commandHeaders = { id: "Satchel-Command-Id", retry: "Satchel-Retry" } as const;
