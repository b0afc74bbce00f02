// Limits of sending books to e-readers by mail: this server must not become a relay for mail to strangers.

/**
 * Domains of addresses that lead to an e-reader. Nobody can read a code there, so the code goes to the account's own address.
 * Amazon and PocketBook take mail from senders alone that the device's owner has allowed.
 */
export const READER_DOMAINS: readonly string[] = ["kindle.com", "free.kindle.com", "pbsync.com"];

/** Addresses of e-readers of one account, including pending ones. */
export const READERS_PER_USER = 10;

/** Codes for addresses of e-readers that one account may cause in an hour. */
export const READER_CODES_PER_HOUR = 10;

/** Codes to one address in a day, over all accounts, against flooding a mailbox. */
export const READER_CODES_PER_ADDRESS = 10;

/** Mails with books of one account in a day: some a day for each device, and no newsletter. */
export const BOOK_MAILS_PER_DAY = 30;

/** Mails with books in an hour over all accounts: more would harm the server's reputation with other mail servers. */
export const BOOK_MAILS_PER_HOUR = 600;

/** Octets of the book in one mail: base64 makes 24 MB of them, and Amazon and PocketBook take mails of 25. */
export const BOOK_MAIL_BYTES = 17 * 1024 * 1024;

/** Mails that one list is split into, at most: as many as the articles of a book can fill. */
export const BOOK_MAILS_AT_ONCE = 8;
