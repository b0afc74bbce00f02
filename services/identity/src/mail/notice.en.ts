import { WEBHOOK_FAILING_DAYS } from "@satchel/contracts";
import type { NoticeKind, Wording } from "./notice-wording.ts";

/** @param site the host of this server @param subject of the notice */
export const english = (site: string, subject: string): Readonly<Record<NoticeKind, Wording>> => {
  const renew = `Then choose “Forgot password?” at ${site}: a new password signs everybody else out. Remove passkeys and addresses that are not yours, and secure this mailbox.`;
  return {
    "password-set": {
      subject: "Your Satchel account has a password now",
      heading: "A password was set",
      lead: [
        `Your account at ${site} can be opened with a password from now on. All other devices were signed out, and API tokens, addresses of feeds and webhooks no longer work.`,
      ],
      advice: renew,
    },
    "password-changed": {
      subject: "Your Satchel password was changed",
      heading: "Your password was changed",
      lead: [
        `Your account at ${site} has a new password. All other devices were signed out, and API tokens, addresses of feeds and webhooks no longer work.`,
      ],
      advice: renew,
    },
    "password-removed": {
      subject: "Your Satchel password was removed",
      heading: "Your password was removed",
      lead: [
        `Your account at ${site} no longer has a password: you sign in with a mailed code or a passkey. All other devices were signed out, and API tokens, addresses of feeds and webhooks no longer work.`,
      ],
      advice: `Then sign in at ${site} with a mailed code and set a password: that signs everybody else out. Remove passkeys and addresses that are not yours, and secure this mailbox.`,
    },
    "password-reset": {
      subject: "Your Satchel password was reset",
      heading: "Your password was reset",
      lead: [
        `Your account at ${site} has a new password, chosen with a code that was mailed to you. All devices were signed out, and API tokens, addresses of feeds and webhooks no longer work.`,
      ],
      advice: `Then somebody can read your mail. Secure this mailbox first, then choose “Forgot password?” at ${site}: a new password signs everybody else out.`,
    },
    "passkey-added": {
      subject: "A passkey was added to your Satchel account",
      heading: "A passkey was added",
      lead: ["The passkey ", { strong: subject }, ` opens your account at ${site} from now on.`],
      advice: `Then sign in at ${site}, remove the passkey under Settings, Security, and choose a new password there: that signs everybody else out.`,
    },
    "passkey-removed": {
      subject: "A passkey was removed from your Satchel account",
      heading: "A passkey was removed",
      lead: [
        "The passkey ",
        { strong: subject },
        ` no longer opens your account at ${site}. Your device may keep offering it until you delete it there too.`,
      ],
      advice: `Then sign in at ${site} with a mailed code, and choose a new password under Settings, Security: that signs everybody else out.`,
    },
    "sign-in-connected": {
      subject: `${subject} opens your Satchel account now`,
      heading: "A sign-in was connected",
      lead: ["Whoever is signed in at ", { strong: subject }, ` as you opens your account at ${site} from now on.`],
      advice: `Then sign in at ${site}, disconnect it under Settings, Security, and end the sessions there that are not yours. Secure this mailbox.`,
    },
    "sign-in-disconnected": {
      subject: `${subject} no longer opens your Satchel account`,
      heading: "A sign-in was disconnected",
      lead: ["Signing in at ", { strong: subject }, ` no longer opens your account at ${site}.`],
      advice: `Then sign in at ${site}, and end the sessions under Settings, Security, that are not yours.`,
    },
    "extension-connected": {
      subject: "A browser extension was connected to your Satchel account",
      heading: "An extension was connected",
      lead: [
        "The ",
        { strong: subject },
        ` can save, show and change links in your archive at ${site} from now on. It can't change your password or addresses.`,
      ],
      advice: `Then sign in at ${site} and end its session under Settings, Security. Choose a new password there: that signs everybody else out.`,
    },
    "token-made": {
      subject: "An API token was created in your Satchel account",
      heading: "An API token was created",
      lead: [
        "Whoever has the token ",
        { strong: subject },
        ` can use your archive at ${site} as it allows from now on. It can't change your password or addresses.`,
      ],
      advice: `Then sign in at ${site} and revoke it under Settings, Apps and tokens. Choose a new password under Security: that signs everybody else out and revokes all tokens.`,
    },
    "feed-made": {
      subject: "A feed was created in your Satchel account",
      heading: "A feed was created",
      lead: [
        "Whoever has the address of the feed ",
        { strong: subject },
        ` can read the links that it shows at ${site} from now on, and nothing else.`,
      ],
      advice: `Then sign in at ${site} and end it under Settings, Apps and tokens. Choose a new password under Security: that signs everybody else out and ends all feeds.`,
    },
    "share-made": {
      subject: "Something is shared from your Satchel account",
      heading: "You share something",
      lead: [
        "Whoever has the address of ",
        { strong: subject },
        ` can see it at ${site} from now on, and nothing else of your archive. A new password does not end this.`,
      ],
      advice: `Then sign in at ${site}, stop it under Settings, Shared, and choose a new password under Security: that signs everybody else out.`,
    },
    "webhook-made": {
      subject: "A webhook was created in your Satchel account",
      heading: "A webhook was created",
      lead: [
        `What happens in your archive at ${site} is sent to `,
        { strong: subject },
        ` from now on: addresses, titles and tags of links, as the webhook says.`,
      ],
      advice: `Then sign in at ${site} and end it under Settings, Apps and tokens. Choose a new password under Security: that signs everybody else out and ends all webhooks.`,
    },
    "webhook-failing": {
      subject: "A webhook of your Satchel account was paused",
      heading: "A webhook was paused",
      lead: [
        { strong: subject },
        ` has answered no request for ${WEBHOOK_FAILING_DAYS} days, so nothing is sent there any more. The log in your account at ${site}, Settings, Apps and tokens, says why; you can resume it there.`,
      ],
      question: "Not your webhook?",
      advice: `Then sign in at ${site}, end the webhook under Settings, Apps and tokens, and choose a new password under Security: that signs everybody else out.`,
    },
    "webhook-gone": {
      subject: "A webhook of your Satchel account was paused",
      heading: "A webhook was paused",
      lead: [
        { strong: subject },
        ` answered that it wants no more requests (410 Gone), so nothing is sent there any more. You can resume the webhook in your account at ${site}, Settings, Apps and tokens.`,
      ],
      question: "Not your webhook?",
      advice: `Then sign in at ${site}, end the webhook under Settings, Apps and tokens, and choose a new password under Security: that signs everybody else out.`,
    },
    "address-added": {
      subject: "An address was added to your Satchel account",
      heading: "An address was added",
      lead: [
        { strong: subject },
        ` belongs to your account at ${site} from now on: links mailed from it are saved, and a code mailed to it opens the account.`,
      ],
      advice: `Then sign in at ${site}, remove the address under Settings, Email addresses, and choose a new password under Security: that signs everybody else out.`,
    },
    "reader-added": {
      subject: "An e-reader was added to your Satchel account",
      heading: "An e-reader was added",
      lead: [`From now on your account at ${site} can send articles of your archive to `, { strong: subject }, "."],
      advice: `Then sign in at ${site}, remove the e-reader under Settings, Email addresses, and choose a new password under Security: that signs everybody else out.`,
    },
    "account-erased": {
      subject: "Your Satchel account was deleted",
      heading: "Your account was deleted",
      lead: [
        `Your account at ${site} is gone with all that was in it: links, folders, addresses and settings. This can't be undone.`,
      ],
      advice: `Then somebody had access to your account, perhaps through this mailbox: secure it first. You can register again at ${site} with the same address.`,
    },
  };
};
