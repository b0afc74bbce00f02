/** A source of numbers that gives the same ones for the same seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Hostile pieces for a reader of mails: markup of every layer, whole, cut and misplaced. */
const HURTS = [
  ..."\r\n|\n|\r|\0|\t|  |\r\n\r\n|\r\n \r\n|--|-- \r\n|> |>>>>|=|=\r\n|=3D|=ZZ|&amp;|&#|&#x110000;|\ufeff|\u202e|\ud800|\uff0e".split(
    "|",
  ),
  ..."Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n|--b--\r\n|Content-Type: message/rfc822\r\n\r\n".split(
    "|",
  ),
  ..."Content-Type: text/html\r\n\r\n|Content-Transfer-Encoding: base64\r\n|Content-Transfer-Encoding: quoted-printable\r\n".split(
    "|",
  ),
  ...'charset="|charset=utf-7|charset=iso-2022-kr|charset=utf-16|charset=hz-gb-2312|format=flowed; delsp=yes|boundary=""|boundary='.split(
    "|",
  ),
  ..."=?utf-8?q?|?=|=?utf-8?b?//8=?=|=?x?q?=?=|Subject: #|Subject: Re: Fwd: [x] |List-Unsubscribe: <https://a.example>".split(
    "|",
  ),
  ..."https://|http://a|www.|a.b.c.d.e.f.g.|xn--a.xn--b.xn--c.|//a.de/|https://[::1]/|<https://a\r\n|@|mailto:a@b.example".split(
    "|",
  ),
  ...'<a href="https://a.example">|</a>|<blockquote type=cite>|<div class=gmail_quote>|<!--|<![CDATA[|<script>|<title>|<a href=|</'.split(
    "|",
  ),
  ..."\nOn Monday Ben wrote:\n|\n---------- Forwarded message ---------\n|\nFrom: a\nSubject: b\n|\nSent from my iPhone\n".split(
    "|",
  ),
];

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T;

/** Octets that a mutated mail has at most: enough to be slow, not so many that only size is tried. */
const MOST = 300_000;

/** Changes a mail in a few places, at times with a piece of another one. */
export function mutate(mail: Buffer, others: readonly Buffer[], random: () => number): Buffer {
  let mutated = mail;
  for (let i = 1 + Math.floor(random() * 6); i > 0; i--) mutated = once(mutated, others, random).subarray(0, MOST);
  return Buffer.from(mutated);
}

function once(mail: Buffer, others: readonly Buffer[], random: () => number): Buffer {
  const at = Math.floor(random() * (mail.length + 1));
  const length = Math.floor(random() ** 3 * mail.length);
  const [before, piece, after] = [mail.subarray(0, at), mail.subarray(at, at + length), mail.subarray(at + length)];
  const hurt = Buffer.from(pick(HURTS, random));
  switch (Math.floor(random() * 8)) {
    case 0:
      return Buffer.concat([
        before,
        Buffer.from(piece.map((octet) => (random() < 0.05 ? Math.floor(random() * 256) : octet))),
        after,
      ]);
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, piece, piece, mail.subarray(at)]);
    case 3:
      return Buffer.concat([before, hurt, mail.subarray(at)]);
    case 4:
      return Buffer.concat([
        before,
        Buffer.from(hurt.toString("latin1").repeat(1 + Math.floor(random() ** 4 * 5000)), "latin1"),
        mail.subarray(at),
      ]);
    case 5: {
      const other = pick(others, random);
      const from = Math.floor(random() * other.length);
      return Buffer.concat([before, other.subarray(from, from + Math.floor(random() * 2000)), mail.subarray(at)]);
    }
    case 6:
      return Buffer.concat([before, ...Array.from({ length: Math.floor(random() * 20) }, () => piece), after]);
    default:
      return before;
  }
}
