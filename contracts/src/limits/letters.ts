// Limits of secret addresses, and of the mails that they take (decision 89).

/** Secret addresses of one account: one for each newsletter of an eager reader. */
export const SECRET_ADDRESSES_PER_USER = 50;

/** Secret addresses that one account may make in an hour: each that is revoked is one that the next can't be. */
export const SECRET_ADDRESSES_PER_HOUR = 30;

/** Characters of a secret address' name. */
export const SECRET_ADDRESS_NAME_CHARS = 60;

/** Characters of the part that is made from the name: an address has to be typed into forms. */
export const SECRET_ADDRESS_SLUG_CHARS = 20;

/**
 * Characters of the random part, of 32 letters and digits: 60 bits. With 3,000 mails an hour from each of 10,000 networks
 * (`MAILS_PER_CLIENT`, ten refused recipients a connection), finding one of a million addresses takes 400 years.
 */
export const SECRET_ADDRESS_RANDOM_CHARS = 12;

/** Mails that one secret address takes in an hour, and in a day, over all replicas: thirty newsletters, twice. */
export const LETTERS_PER_HOUR = 60;
export const LETTERS_PER_DAY = 300;

/** Senders that one account may mute. */
export const MUTED_SENDERS = 500;

/** Characters of a sender's name that are kept. */
export const SENDER_NAME_CHARS = 100;

/** Characters of a code that confirms a forwarding. */
export const CONFIRMED_CODE_CHARS = 40;

/** Pictures that a mail brings along and that are kept. */
export const LETTER_PICTURES = 200;

/** Sources that are listed, those with the newest mails. */
export const SOURCES_LISTED = 200;

/** Mails with a code or link to confirm that are listed, and for how many seconds: such links end within days. */
export const CONFIRMATIONS_LISTED = 5;
export const CONFIRMATIONS_SHOWN_SECONDS = 3 * 24 * 3600;

/** Milliseconds for a request that ends a subscription: somebody waits, and a command is repeated after 5 s. */
export const UNSUBSCRIBE_MS = 4000;

/**
 * Characters of a mail's HTML that are kept: mails of shops have 200,000, and what is longer takes too long to be read as an
 * article.
 */
export const LETTER_HTML_CHARS = 1024 * 1024;

/**
 * Tags of a mail's HTML that are kept, 25 to 50 µs of processor time each when its article is made: long newsletters have some
 * thousand, what is beyond is left out.
 */
export const LETTER_TAGS = 20_000;

/** Elements within each other, those that end by themselves not counted: deeper ones lose their tags. Browsers build 512 levels. */
export const LETTER_NESTING = 200;

/** Attributes of one element: a tag with more is left out. The time to read them grows with their square. */
export const LETTER_ATTRIBUTES = 200;

/** Signs `<` and `&` of a mail's HTML: each is read and written several times, 5 µs in all, whether it begins something or not. */
export const LETTER_SIGNS = 100_000;

/** Signs `(` of a mail's HTML: each may be an address of a stylesheet, which takes 20 µs to be replaced. */
export const LETTER_PARENTHESES = 50_000;
