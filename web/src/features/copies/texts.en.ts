/** The copies of pages: of a link, and of the account. */
const texts = {
  title: "Copies",
  none: "No copy of this page is kept yet.",
  off: "No copies of this page are made.",
  coming: "A copy of this page is being made.",
  open: "Open the copy of",
  delete: "Delete the copy of {{when}}",
  deleted: "Copy deleted",
  keepAgain: "Keep again",
  upload: "Add a file",
  uploading: "Adding “{{name}}”…",
  uploadHint: "A page that you saved as one HTML file, with SingleFile for instance: also one behind a login",
  source: { extension: "as you saw it", upload: "from a file", mail: "from an email" },
  tooSoon: "A copy was requested a moment ago. Please try again in a minute.",
  leftOut_one: "{{count, number}} picture or style is missing",
  leftOut_other: "{{count, number}} pictures or styles are missing",
  switchOff: "Don't keep copies of this link",
  switchOn: "Keep copies of this link",
  reason: {
    quota: "The last fetch was not kept: your copies have used up their space.",
    "too-large": "The last fetch was not kept: the file is too large.",
    "too-many": "The last fetch was not kept: this link already has as many copies as it can.",
    other: "The last fetch was not kept: the page could not be read.",
  },
  use: {
    title: "Copies of pages",
    text: "A copy of every page you save is kept, so that you can read it even when the page is gone.",
    label: "Keep copies of pages",
    used_one: "{{count, number}} copy takes {{used}} of {{limit}}.",
    used_other: "{{count, number}} copies take {{used}} of {{limit}}.",
    meter: "Space taken by copies",
    export: "Download all copies",
  },
} as const;

export default texts;
