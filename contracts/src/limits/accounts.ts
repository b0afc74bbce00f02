// Limits of accounts: addresses, codes, passwords, sessions.

/** Characters of an address (RFC 5321 section 4.5.3.1.3: a path is at most 256 octets, brackets included). */
export const ADDRESS_CHARS = 254;

/** Digits of a sign-in code (specification, section 9). */
export const CODE_DIGITS = 6;

/** Seconds a sign-in code is valid (specification, section 9: 15 minutes). */
export const CODE_SECONDS = 15 * 60;

/** Wrong guesses after which a code is void: a guesser's chance is 5 in 1,000,000. */
export const CODE_TRIES = 5;

/** Codes mailed to one address in {@link CODE_SECONDS}, against flooding a mailbox. */
export const CODES_PER_ADDRESS = 5;

/** Codes mailed for one client address in {@link CODE_SECONDS}: a household or an office shares one. */
export const CODES_PER_CLIENT = 20;

/** Codes mailed in one minute over all: more is an attack on mailboxes, or on the server's reputation. */
export const CODES_PER_MINUTE = 600;

/** Wrong codes for one address in a day: a guesser's chance is 100 in 1,000,000 a day. */
export const WRONG_CODES_PER_ADDRESS = 100;

/** Wrong codes and passwords from one client address in {@link CODE_SECONDS}. */
export const WRONG_TRIES_PER_CLIENT = 50;

/** Wrong passwords for one address in {@link CODE_SECONDS}; the code and passkeys still open the account. */
export const WRONG_PASSWORDS_PER_ADDRESS = 10;

/** Characters of a password at least (specification, section 9). */
export const PASSWORD_CHARS_MIN = 6;

/** Characters of a password at most: longer ones cost more to hash. */
export const PASSWORD_CHARS = 1000;

/** Passwords that one account may set or change to in an hour: done by hand; each causes a mail, and the relay is everybody's. */
export const PASSWORDS_PER_HOUR = 10;

/** Sender addresses of one account, including pending ones. */
export const ADDRESSES_PER_USER = 20;

/** Seconds in which an additional address can be confirmed by the link that was mailed to it (24 h). */
export const CONFIRMATION_SECONDS = 24 * 3600;

/** Confirmation mails that one account may cause in an hour. */
export const CONFIRMATIONS_PER_HOUR = 10;

/** Confirmation mails to one address in a day, over all accounts, against flooding a mailbox. */
export const CONFIRMATIONS_PER_ADDRESS = 20;

/** Sessions of one user; a new one ends the least recently used. */
export const SESSIONS_PER_USER = 100;

/** Characters of a session's name, "Firefox on Linux". */
export const DEVICE_CHARS = 60;

/** Characters of a network address: an IPv6 address with an IPv4 address in it (RFC 4291 section 2.2). */
export const NETWORK_ADDRESS_CHARS = 45;

/** Passkeys of one account. */
export const PASSKEYS_PER_USER = 20;

/** Passkeys that one account may add in an hour, and persons of identity providers that it may connect; each causes a mail. */
export const PASSKEYS_PER_HOUR = 30;
export const SIGN_INS_PER_HOUR = 30;

/** Characters of a passkey's name. */
export const PASSKEY_NAME_CHARS = 60;

/** Seconds in which a passkey must answer its challenge: people may have to find their phone. */
export const CHALLENGE_SECONDS = 5 * 60;

/** Seconds an access token is valid; the refresh token renews it. */
export const ACCESS_TOKEN_SECONDS = 10 * 60;

/** Seconds for which an ended session is stored: the life of an access token, and a minute for differing clocks. */
export const ENDED_SESSION_SECONDS = ACCESS_TOKEN_SECONDS + 60;

/** Seconds a session lives when "stay logged in" is set: 30 days. */
export const SESSION_SECONDS_STAY = 30 * 24 * 3600;

/** Seconds a session lives at most when it is not set; the browser drops its cookie earlier. */
export const SESSION_SECONDS = 12 * 3600;

/** Seconds in which the browser extension must exchange its code: it does so at once. */
export const CONNECTION_CODE_SECONDS = 2 * 60;

/** Seconds after which an unused browser extension has to be connected again: half a year. */
export const CONNECTION_SECONDS = 180 * 24 * 3600;

/** Codes that connect an extension, for one account in an hour: done by hand, failed attempts included. */
export const CONNECTIONS_PER_HOUR = 20;

/** Wrong codes of connections from one client address in {@link CODE_SECONDS}: 256 bits can't be guessed. */
export const WRONG_CONNECTIONS_PER_CLIENT = 20;

/** API tokens of one account: one for each app and script that somebody could use. */
export const API_TOKENS_PER_USER = 50;

/** API tokens that one account may make in an hour: done by hand; each causes a mail. */
export const API_TOKENS_PER_HOUR = 20;

/** Characters of an API token's name. */
export const TOKEN_NAME_CHARS = 60;

/** Days after which an API token can be set to expire, at most: ten years. */
export const TOKEN_DAYS = 3650;

/**
 * Seconds for which a gateway remembers that an API token is valid, and the precision of its last use. Less than
 * {@link ENDED_SESSION_SECONDS}, for which the end of a token is announced.
 */
export const TOKEN_CHECK_SECONDS = 60;

/** Calls with one API token in a minute, at each gateway: ten a second, for a client that copies a whole archive. */
export const TOKEN_CALLS_PER_MINUTE = 600;

/** Different wrong API tokens of one client address in a minute, at each gateway: 256 bits can't be guessed. */
export const WRONG_TOKENS_PER_MINUTE = 60;

/** Feeds of one account, and new ones in an hour: made by hand; each causes a mail. */
export const FEEDS_PER_USER = 50;
export const FEEDS_PER_HOUR = 20;

/** Characters of a feed's name. */
export const FEED_NAME_CHARS = 100;

/** Calls of one feed in a minute, at each gateway: readers ask some times in an hour, and one of many people from many machines. */
export const FEED_CALLS_PER_MINUTE = 30;

/** Pictures of bookmarks that are loaded with one API token in a minute, at each gateway: two for each of 600 rows of an app's list. */
export const LINKDING_PICTURES_PER_MINUTE = 1200;

/** Milliseconds for which an exchanged refresh token is still accepted: tabs share the cookie and race for it. */
export const REFRESH_GRACE_MS = 10_000;

/** Octets of a provider's name for a person (OpenID Connect Core 1.0, section 2: at most 255 ASCII characters). */
export const OIDC_SUBJECT_CHARS = 255;

/** Characters of an identity provider's address. */
export const ISSUER_CHARS = 500;

/** Seconds in which a single sign-on must come back, and in which an account is proven to be one's own: 10 minutes. */
export const SSO_SECONDS = 10 * 60;

/** Characters of what a provider sends back with a person; codes have up to some thousand, Node reads heads of 16 KiB. */
export const SSO_ANSWER_CHARS = 8000;

/** Characters of the encrypted cookie of a sign-on in progress; it has some 900, browsers keep 4,096. */
export const SSO_FLOW_CHARS = 3800;

/** Characters of the address within the page to which a sign-on returns. */
export const SSO_RETURN_CHARS = 1000;

/** Characters of a provider's short name in the settings, and of the text on its button. */
export const PROVIDER_NAME_CHARS = 20;
export const PROVIDER_LABEL_CHARS = 40;

/** Persons of identity providers connected to one account. */
export const SIGN_INS_PER_USER = 20;

/**
 * Milliseconds after an erasure at which it is repeated, for what was stored in the meantime: a command or a mail in progress
 * ends within seconds, a page within {@link FETCH_MS} and its redelivery within minutes.
 */
export const ERASURE_REPEATS_MS: readonly number[] = [15_000, 120_000, 900_000];
