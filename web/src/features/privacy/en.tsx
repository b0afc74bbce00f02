import { facts, type Policy } from "./facts.ts";

/** The privacy policy in English. */
export const en: Policy = {
  back: "Back",
  contents: "Contents",
  title: "Privacy",
  effective: "Effective from",
  contactMissing: "(the address could not be loaded)",
  again: "Try Again",
  lead: "Satchel keeps links that you mail to yourself. For that we need to know very little about you, and the little we know stays in the EU.",
  brief: [
    "Stored in the EU",
    "No tracking, no advertising",
    "Passwords only hashed, with salt",
    "Session in HTTP-only cookies",
  ],
  sections: {
    responsible: {
      title: "Who is responsible",
      body: ({ name, address, contact }) => (
        <p>
          The controller under the General Data Protection Regulation (GDPR) is whoever runs this installation
          {name === undefined ? "" : `: ${name}`}
          {address === undefined ? "" : `, ${address}`}. Write to {contact}; you will typically have an answer within 24
          hours.
        </p>
      ),
    },
    stored: {
      title: "What we store",
      body: () => (
        <>
          <p>Only what the archive needs to work. The legal basis is the contract with you (Art. 6(1)(b) GDPR).</p>
          <ul>
            <li>
              <b>Your email addresses</b>, to sign you in and to know you as a sender. A further address counts only
              once you have confirmed it through a link, which is valid for {facts.confirmationHours} hours.
            </li>
            <li>
              <b>The addresses of your e-readers, if you add any</b>, to send you articles there when you ask for it.
            </li>
            <li>
              <b>Your name at a provider, if you sign in with one</b>: its address and the identifier that it gives you,
              to know you again. Of its answer we use your email address besides, and keep nothing else.
            </li>
            <li>
              <b>Your password, if you set one</b>, as a hash with salt (argon2id), never in plain text.
            </li>
            <li>
              <b>Your passkeys, if you add any</b>: the public key, the name you give it, and when it was created and
              last used. The secret key, your fingerprint and your face never leave your device.
            </li>
            <li>
              <b>Sign-in codes</b>, only as a hash, for {facts.codeMinutes} minutes.
            </li>
            <li>
              <b>Your links</b> with title, description, preview picture, icon, tags and your notes; folders and
              favorites; when and how often you opened a link, how it came into the archive and how you changed it.
            </li>
            <li>
              <b>Your sessions</b>: when they began, when they were last used, and the kind of browser (“Firefox on
              Linux”), so that you can recognize and end those that are not yours. The IP address is not stored.
            </li>
            <li>
              <b>An invitation, if you got one</b>: your address and the language of the mail, for at most{" "}
              {facts.invitationDays} days. <b>A suspension</b>: when whoever runs this server suspended or resumed your
              account. They see your addresses, when you were here last, and how much you keep, and not what.
            </li>
            <li>
              <b>Your API tokens, if you create any</b>: the name you give it, what it may do, when it expires, and of
              its last use the minute, the kind of program and the IP address, so that you notice when somebody else has
              it; the next use replaces them, and they go with the token. Of the token itself, only a hash.
            </li>
            <li>
              <b>When you want to see links again</b>, and, if you choose a digest, its day, hour, time zone and
              language. It is mailed to your primary address. Its mails load nothing, and nobody learns whether you open
              them.
            </li>
            <li>
              <b>Where your browser is notified, if you switch that on</b>: an address at the push service of its maker
              (such as Google, Mozilla or Apple) and keys, together with the session and as long as it lasts. What we
              send is encrypted for your browser; the push service sees when we send something, and how long it is.
            </li>
            <li>
              <b>What you share, if you share anything</b>: the folder or link, its address, its end, what others may
              see, and of its password only a hash. Others then see titles, descriptions and pictures of these links,
              your notes if you choose so, and nothing else of your archive, until you stop it. How often a shared page
              was opened is counted for each of the last {facts.shareVisitDays} days: a number, without anything about
              its visitors.
            </li>
            <li>
              <b>Your webhooks, if you create any</b>: the address, what is sent there, and a secret for signing. What
              you chose is then sent to that address. What was sent, with the beginning of the answer, is kept for seven
              days.
            </li>
            <li>
              <b>Your rules, if you make any</b>: their names, conditions and actions, a deleted one for 30 more days.
              The history of a link names the rules that changed it.
            </li>
          </ul>
        </>
      ),
    },
    mails: {
      title: "What happens to your mails",
      body: () => (
        <>
          <p>
            A mail counts only if its sender is provably who they claim to be (DMARC or DKIM). We refuse anything else
            before we accept it, so that nobody can save links in your name. To check it, we ask the domain name system
            for the rules and keys of the sender’s domain.
          </p>
          <p>
            We do not store the text of mails to the save address, nor log it. We keep the sender’s address, the
            addresses of the links and the words that they stand on, the subject, the message’s identifier and the
            outcome of the check. The list of what arrived and what happened to it goes back {facts.captureDays} days;
            mail refused from unknown senders is not listed. It also has the names of files that came with a mail.
          </p>
          <p>
            If you switch on “Keep attachments of mails”, files, mails and forwarded newsletters that you mail become
            items of your archive, with their text, names and whatever else is in the files, such as the place where a
            photo was taken. They stay until you delete them.
          </p>
          <p>
            If you make a secret address, it takes mail from anyone. Each mail becomes an item of your archive: its
            text, the pictures that came with it, sender, subject and date. We load nothing of what a mail would load
            from elsewhere and open none of its links, so its sender does not learn whether you read it. Who wrote to
            you is listed for {facts.captureDays} days; items stay until you delete them. Only if you click
            “Unsubscribe” do we send the request that the newsletter provides for it.
          </p>
          <p>
            If you switch on answers by mail, we answer your mails to your own confirmed addresses: with titles and
            addresses of your links, results of your searches and, if you ask for it, an article. These answers pass
            through the mail servers on their way to your mailbox. What a mail tells Satchel to do, such as words to
            search for or a note, is kept for {facts.captureDays} days.
          </p>
          <p>
            Mails to postmaster and abuse are for the operator and are passed on to them. We write to you only what you
            caused: codes, confirmations, and a notice when something about the security of your account was changed.
            These mails load nothing and measure nothing.
          </p>
        </>
      ),
    },
    pages: {
      title: "Fetching the linked pages",
      body: () => (
        <>
          <p>
            Our server fetches titles, texts and pictures, at most {facts.pageMegabytes} MB a page. It keeps no cookies
            from any page and reveals nothing about you. Your browser asks no other site for them: we re-encode pictures
            and icons and serve them ourselves. The site itself learns only that a Satchel server has read it.
          </p>
          <p>
            Of each page that can be read we keep a copy for you: the page without its scripts, with its pictures, its
            text and its layout, so that you can read it when it is gone. For that our server also fetches the pictures,
            styles and fonts that the page shows. Only you see your copies; whoever has the address of an opened copy
            can see that copy for up to {facts.copyHours} hours. You can switch copies off, for all links or for one,
            delete each of them, and download all. With your links and your account they are deleted.
          </p>
          <p>
            An operator can switch on two things: that the server checks every {facts.checkDays} days whether a page
            still exists, and that it asks an icon service for the icons of sites without one. That service then learns
            the site’s name from our server, and nothing about you.
          </p>
        </>
      ),
    },
    time: {
      title: "For how long",
      body: () => (
        <>
          <p>
            As long as you have your account. Deleted links and folders can be brought back for {facts.undoDays} days;
            then their content is overwritten for good. Files that you upload for an import are deleted when it is done,
            its outcome after {facts.importDays} days. A former password is overwritten with the change.
          </p>
          <p>
            When you delete your account you are signed out everywhere at once, and everything of yours is overwritten:
            addresses, links, folders, history, sessions, tokens; what deleted rows leave in the files of the database
            is overwritten in the following night. What stays is a random identifier without relation to you, so that
            even a restored backup does not bring your account back. Backups expire after the operator’s own period.
          </p>
        </>
      ),
    },
    cookies: {
      title: "Cookies and storage in your browser",
      body: () => (
        <>
          <p>
            Two cookies hold your session: <code>satchel_access</code>, which is renewed every {facts.accessMinutes}{" "}
            minutes, and <code>satchel_refresh</code>, which renews it. On https addresses their names begin with{" "}
            <code>__Host-</code>. No script can read them (HTTP-only), and they go to this site alone (SameSite). With
            “Stay logged in” the session lasts {facts.stayDays} days, otherwise until you close the browser,{" "}
            {facts.sessionHours} hours at most. Where several servers answer, a save leaves <code>satchel_saved</code>{" "}
            for two seconds, so that your next list has it. Signing in with a provider leaves <code>satchel_sso</code>,
            encrypted, for ten minutes, and <code>satchel_arrival</code> for a minute.
          </p>
          <p>
            Your browser’s storage holds settings of the interface (language, theme, sidebar, view of the list), a note
            that a session began here and which changes it has received, what you just did and can still undo, and,
            until you have signed in, the token of a confirmation link that you followed. With “Stay logged in” it also
            holds what you saw last, for reading offline, and what you changed offline until it is sent; both are
            deleted when you sign out. Whoever opens a shared page gets no cookie; only after its password was entered,{" "}
            <code>satchel_share</code> remembers that, for this one address, until the browser is closed,{" "}
            {facts.sharePassHours} hours at most. All of this is technically necessary. There is no tracking, no
            statistics about you, no advertising and no request of your browser to third parties.
          </p>
        </>
      ),
    },
    logs: {
      title: "Logs and protection against abuse",
      body: () => (
        <p>
          The server’s logs hold neither email addresses nor the content of your links, mails or searches, and not your
          IP address. Only if the operator makes them more detailed, they contain the IP address of the server that
          delivered a mail; a web server in front of Satchel may keep logs of its own. To limit the guessing of codes
          and passwords, and floods of mails, we count attempts per email address and per IP address, both only as keyed
          hashes and for a day at most. The legal basis is our interest in running this safely (Art. 6(1)(f) GDPR).
        </p>
      ),
    },
    recipients: {
      title: "Who receives data",
      body: () => (
        <p>
          Nobody but those who host this installation for the operator, and the mail server that delivers codes,
          confirmations and digests to you. Both act on the operator’s behalf (Art. 28 GDPR). If you switch
          notifications on, your browser’s push service passes them on, encrypted. Data is stored in the EU, and neither
          sold nor used to train models. There are no automated decisions about you.
        </p>
      ),
    },
    extension: {
      title: "Browser extension",
      body: () => (
        <>
          <p>
            The extension for Chrome and Firefox saves a page when you tell it to. It sends only to the Satchel server
            that you set, to nobody else, and only this: the address and title of what you save, and what you choose or
            type for it; when you open its window, the address of the page you are on, to see whether you keep it
            already; when you search from the address bar, what you type there.
          </p>
          <p>It asks the browser for no more than it needs for that:</p>
          <ul>
            <li>
              <b>activeTab</b>: address and title of the tab on which you use it, at that moment.
            </li>
            <li>
              <b>contextMenus</b>: its entries in the context menu.
            </li>
            <li>
              <b>storage</b>: its own storage in your browser.
            </li>
            <li>
              <b>Access to one server</b>, yours: it asks for it when you set the server, not before.
            </li>
            <li>
              <b>tabs</b>, only if you have all tabs of a window saved: it asks for it then, to know their addresses.
            </li>
          </ul>
          <p>
            It puts no script into the pages you visit (no content scripts), loads no program code from anywhere, and
            measures and counts nothing. In your browser it stores the server’s address, its token for your archive with
            your email address, its settings, and pages that could not be sent yet, until they are. All of it is deleted
            when you remove the extension.
          </p>
          <p>
            Its token opens your archive, not your account: neither password nor addresses. We list it among your
            sessions, where you can end it at any time; unused, it ends after {facts.connectionDays} days. For each link
            we store whether the extension saved it.
          </p>
        </>
      ),
    },
    rights: {
      title: "Your rights",
      body: ({ contact }) => (
        <>
          <p>
            You have the right of access, rectification, erasure, restriction, portability and objection (Art. 15 to 21
            GDPR). Most of it you do yourself, at once and in full: in the settings you download everything that is
            stored about you, as files that other programs read; there you also delete your account. For the rest write
            to {contact}.
          </p>
          <p>
            You may also complain to a supervisory authority (Art. 77 GDPR), for example where you live. Your email
            address is needed to have an account; everything else is your choice.
          </p>
        </>
      ),
    },
  },
};
