/** The copies of pages: of a link, and of the account. */
const texts = {
  title: "Copies",
  none: "No copy of this page is kept yet.",
  off: "No copies of this page are made.",
  coming: "The page is being kept.",
  open: "Open the copy of {{when}}",
  delete: "Delete the copy of {{when}}",
  deleted: "Copy deleted",
  keepAgain: "Keep again",
  upload: "Add a file",
  uploading: "Adding…",
  uploadHint: "A page that you saved as one HTML file, with SingleFile for instance: also one behind a login",
  source: { extension: "as you saw it", upload: "from a file", mail: "from a mail" },
  tooSoon: "A copy was just asked for. Please wait a minute.",
  leftOut_one: "{{count, number}} picture or style is missing",
  leftOut_other: "{{count, number}} pictures or styles are missing",
  switchOff: "Make no copies of this link",
  switchOn: "Make copies of this link",
  reason: {
    quota: "The last fetch was not kept: your copies have used up their space.",
    "too-large": "The last fetch was not kept: the file is too large.",
    "too-many": "The last fetch was not kept: there are as many copies of this link as can be.",
    other: "The last fetch was not kept: the page could not be read.",
  },
  use: {
    title: "Copies of pages",
    text: "Every page that you save is kept as a copy, so that it can be read when it is gone.",
    label: "Keep copies of pages",
    on: "On",
    off: "Off",
    used_one: "{{count, number}} copy takes {{used}} of {{limit}}.",
    used_other: "{{count, number}} copies take {{used}} of {{limit}}.",
    meter: "Space taken by copies",
    export: "Download all copies",
  },
} as const;

export default texts;
