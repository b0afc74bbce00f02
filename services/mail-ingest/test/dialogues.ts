/** A source of numbers from 0 to below 1 that is the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What a client does next: send octets, wait for milliseconds, close its side, or cut the connection. */
export type Step = { readonly send: Buffer } | { readonly wait: number } | "end" | "cut";

const SAVE = "save@satchel.example";

/** A valid dialogue, in lines. */
const PROPER = [
  "EHLO client.example",
  "MAIL FROM:<fuzz@example.org> SIZE=100 BODY=8BITMIME",
  `RCPT TO:<${SAVE}>`,
  "DATA",
  "From: fuzz@example.org",
  "Subject: =?utf-8?q?=F0=9F?= broken",
  "Content-Type: multipart/mixed; boundary=b",
  "",
  "--b",
  "Content-Transfer-Encoding: base64",
  "",
  "aHR0cHM6Ly9leGFtcGxlLmNvbS8=",
  "--b--",
  ".",
  "RSET",
  "QUIT",
];

/** The mutations of a dialogue. */
const FRAGMENTS = [
  "STARTTLS",
  "STARTTLS\r\nEHLO again",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "BDAT 100 LAST",
  "BDAT 99999999999999999999",
  "DATA\r\n.\r\nDATA\r\n.",
  "MAIL FROM:<>\r\nRCPT TO:<postmaster>\r\nDATA\r\n.\r\n",
  "RCPT TO:<" + "a".repeat(300) + "@b.example>",
  'RCPT TO:<"\\""@satchel.example>',
  `RCPT TO:<save+%F0%9F%00@satchel.example>`,
  "MAIL FROM:<@a,@b:c@d.example> SMTPUTF8",
  "MAIL FROM:<ü@ö.example> SMTPUTF8",
  "MAIL FROM:<a@[IPv6:::1]>",
  "MAIL FROM:<a@b.example> SIZE=-1",
  "MAIL FROM:<a@b.example> SIZE=1e9",
  "MAIL FROM:<a@b.example> __proto__=x constructor=y",
  "EHLO [::ffff:127.0.0.1]",
  "EHLO \xff\xfe\x00",
  "HELO x",
  "NOOP " + "x".repeat(1500),
  "x".repeat(70_000),
  "\0".repeat(2000),
  "\n.\r\n",
  "\r\n.\n",
  "\r.\r\n",
  ".\r\n",
  "..",
  "PROXY TCP4 192.0.2.1 192.0.2.2 1 2",
  "INTERNALCMD key:x performShutdown",
  "AUTH LOGIN",
  "__proto__",
  "constructor",
  "HELP\r\nVRFY a\r\nEXPN b\r\nNOOP\r\nRSET",
  "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
];

/** One dialogue, random and mutated. */
export function dialogue(random: () => number): Step[] {
  const below = (limit: number): number => Math.floor(random() * limit);
  const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const lines = random() < 0.7 ? PROPER.slice(0, 1 + below(PROPER.length)) : [];
  for (let i = below(6); i > 0; i--) lines.splice(below(lines.length + 1), 0, oneOf(FRAGMENTS));
  if (random() < 0.1)
    lines.push(...Array.from({ length: 300 }, () => oneOf(["NOOP", "RSET", `RCPT TO:<${SAVE}>`, "DATA"])));

  const octets = Buffer.from(
    lines.map((line) => line + oneOf(["\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r", ""])).join(""),
    "latin1",
  );
  for (let i = random() < 0.4 ? below(20) : 0; i > 0 && octets.length > 0; i--)
    octets[below(octets.length)] = below(256);

  const steps: Step[] = [];
  for (let at = 0; at < octets.length; ) {
    const length = oneOf([1, 7, 100, 1000, octets.length]);
    steps.push({ send: octets.subarray(at, at + length) });
    if (random() < 0.3) steps.push({ wait: below(30) });
    at += length;
  }
  steps.push({ wait: below(60) }, oneOf(["end", "cut", "cut"] as const));
  return steps;
}
