/** Characters that mean nothing else to a shell. */
const PLAIN = /^[\w.+@-]+$/;

const quoted = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

/** The save address of an installation that sets none. */
const DEFAULT_ADDRESS = "save@localhost";

/** What mails a link to an installation on this machine, from its folder (README.md, "Your first link"). */
export function sendCommand(from: string, saveAddress: string): string {
  const to = saveAddress === DEFAULT_ADDRESS ? [] : ["--to", quoted(saveAddress)];
  return ["npm run send --", "--from", quoted(from), ...to, "https://example.com/"].join(" ");
}
