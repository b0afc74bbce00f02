// Reading books, for worker processes: without the contracts and all that they load.
export {
  type EpubAbout,
  type EpubContent,
  type EpubLimits,
  mayBeEpub,
  nameOf,
  readEpub,
  readEpubAbout,
  UnreadableEpub,
} from "./read-epub.ts";
