import type { LeftOutReason, RefusalReason } from "./events/mail.ts";

/**
 * Texts of the error catalogue that the page's first script does without: what the server alone says, and what later parts of
 * the page show. Those of the first script are {@link texts}.
 */
export const laterTexts = {
  senderEmails: {
    loadFailed: "Failed to load emails.",
    invalid: "Please enter a valid email address.",
    taken: "Email already registered to another account.",
    added: "Email added successfully!",
    addFailed: "Failed to add email.",
    last: "Cannot delete the last sender email.",
    primary: "Cannot delete the primary sender email.",
    deleteFailed: "Failed to delete email.",
    removed: "Email removed successfully!",
    notFound: "Email not found",
    tooMany: "You have reached the maximum number of emails.",
    confirmation: "Invalid or expired confirmation link.",
  },
  http: {
    tooLarge: "The request is too large",
    mediaType: "Unsupported content type",
    method: "Method not allowed",
  },
  lists: {
    cursor: "Invalid cursor",
    tooDeep: "This page is too far away; use the cursor",
  },
  duplicates: {
    notMoved: "This link has no such new address.",
    notSamePage: "These links lead to different pages.",
    mergedNotes: "Together, the notes of these links are too long.",
  },
  imports: {
    notFound: "Import not found",
    tooLarge: "The file is too large; at most 100 MB can be imported",
    unknown: "The file is in no format that can be imported",
    tooMany: "Other imports are under way. Please wait until they are done.",
  },
  tags: {
    notFound: "Tag not found",
    name: "Tag must not be empty",
    tooMany: "A link can have at most 50 tags.",
  },
  sessions: { notFound: "Session not found" },
  copies: {
    notFound: "Copy not found",
    address: "This address of a copy is not valid any more. Please open the copy again.",
    noArticle: "This copy has no text to read.",
    tooLarge: "The page is too large; at most 20 MB can be kept",
    empty: "The page is empty",
  },
  files: {
    tooLarge: "The file is too large; at most 15 MB can be kept",
    empty: "The file is empty",
    lost: "The file was not stored. Please send it again.",
  },
  texts: {
    none: "Only the text of a note or of a text file can be changed.",
    changed: "This text was changed elsewhere in the meantime.",
    empty: "There is no text to be kept.",
    tooLarge: "The text is too long; at most 2 million characters can be kept",
  },
  highlights: {
    notFound: "Highlight not found",
    noWords: "A highlight needs a quotation with words.",
    place: "The position of a highlight begins before it ends.",
    tooMany: "This link has as many highlights as it may have, 1,000. Delete some to make others.",
    full: "Your archive has as many highlights as it may have, 50,000. Delete some to make others.",
  },
  sso: {
    header: "The proxy does not name one valid email address.",
    only: "This server signs people in with single sign-on only.",
    last: "This is your only way to sign in.",
    tooMany: "You have reached the maximum number of sign-ins.",
    taken: "This sign-in is connected to another account.",
    expired: "This sign-in took too long. Please begin again.",
    away: "This sign-in can't be reached at the moment.",
  },
  connections: {
    invalid: "Invalid or expired connection code.",
  },
  tokens: {
    notFound: "API token not found",
    tooMany: "You have reached the maximum number of API tokens.",
    smartFolder: "An API token can't be limited to a smart folder.",
    name: "Please give the API token a name.",
  },
  feeds: {
    notFound: "Feed not found",
    folderGone: "The folder of this feed was deleted.",
    tooMany: "You have reached the maximum number of feeds.",
    name: "Please give the feed a name.",
  },
  webhooks: {
    tooMany: "You have reached the maximum number of webhooks.",
    paused: "This webhook is paused.",
  },
  letters: {
    notFound: "Address not found",
    tooMany: "You have reached the maximum number of addresses for newsletters.",
    name: "Please give the address a name.",
    tooManyMuted: "You have reached the maximum number of muted senders.",
    notEnded: "The server of this newsletter did not answer as it should. Please open its last issue and end it there.",
  },
  captures: {
    notFound: "This mail is not there any more.",
    nothingToUndo: "There is nothing to undo of this mail.",
  },
  subscriptions: { taken: "You follow this feed already.", noFeed: "No feed can be read at this address." },
} as const;

/** What an API token or the browser extension may not do. Only they are told, never the page, so these are in English alone. */
export const callerTexts = {
  outOfReach: "The browser extension may not do this.",
  outOfScope: "This API token may not do this.",
  outOfFolder: "This API token is limited to a folder, and may not do this.",
  elsewhere: "This address is saved already, outside of the folder that this API token is limited to.",
} as const;

/** What is wrong with a rule. Apart for the same reason: the page of rules has its own words for these. */
export const ruleTexts = {
  notFound: "Rule not found",
  tooMany: "You have reached the maximum number of rules.",
  name: "Please give the rule a name.",
  twice: "A rule can have each kind of condition and action once.",
  site: "This is no site. Please name a host, such as example.com.",
  empty: "Each condition and action needs a word or tag.",
} as const;

/** Why a mail was refused. Apart for the same reason. */
export const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  "no-url": "No web link was found in this mail.",
  unreadable: "This mail could not be read. Please send the link in a plainer one.",
  "too-complex": "This mail has too many parts. Please send the link in a plainer one.",
  "too-large": "This mail was too large; at most 10 MB are taken.",
  "too-many-links": "This mail had too many links; at most 100 are taken.",
  "too-many-mails": "Too many mails came within an hour; those beyond were not taken.",
  automatic: "This mail was sent by a machine, as an automatic reply or through a mailing list.",
  loop: "This mail went in circles between mail servers.",
  "answers-off": "This mail asks for an answer, and answers by mail are not switched on in Settings.",
  "quoted-links": "The links of this mail stand in quoted text only, and it did not come from your own mail server.",
  "attachments-off": "This mail has no web link, and your account does not keep attachments.",
  "attachments-unusable": "This mail has no web link, and none of its attachments can be kept.",
  "attachments-full":
    "There is no room for the attachments of this mail: your copies take all the space that they may.",
  "remind-unclear": "This mail asks to be reminded on a day that is not understood.",
};

/** Why an attachment, or a file that is added, was not kept. Apart for the same reason. */
export const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  off: "Your account does not keep attachments.",
  kind: "Files of this kind are not kept.",
  unreadable: "This file can't be read.",
  "too-many": "This mail had more attachments than are kept of one.",
  "no-room": "Your copies take all the space that they may.",
};

/** Texts of the operator's page, which is English. */
export const operatorTexts = {
  invitationsOff: 'Accounts are not made by invitation here: REGISTRATION is not "invited".',
  tooManyInvitations: "Too many invitations wait. Take some back to invite others.",
} as const;
