/** The version of all of Satchel: its packages have the same one, and `CHANGELOG.md` says what came with it. */
export const VERSION = "0.1.0";
