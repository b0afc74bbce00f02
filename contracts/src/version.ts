/** The version of Satchel and of all its packages; `CHANGELOG.md` has its changes. */
export const VERSION = "0.1.0";
