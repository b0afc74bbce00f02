/**
 * The cache of files that another program shared to the installed page: the service worker stores them, the page asks about
 * them. The last part of a key is the file's name.
 */
export const SHARED_FILES = "satchel.shared-files";
