import { facts, type Policy } from "./facts.ts";

/** Die Datenschutzerklärung auf Deutsch. */
export const de: Policy = {
  back: "Zurück",
  contents: "Inhalt",
  title: "Datenschutz",
  effective: "Gültig ab",
  contactMissing: "(die Adresse ließ sich gerade nicht laden)",
  again: "Noch einmal versuchen",
  lead: "Satchel bewahrt Links auf, die du dir selbst mailst. Dafür müssen wir sehr wenig über dich wissen, und das Wenige bleibt in der EU.",
  brief: [
    "Gespeichert in der EU",
    "Kein Tracking, keine Werbung",
    "Passwörter nur gesalzen und gehasht",
    "Sitzung in HTTP-only-Cookies",
  ],
  sections: {
    responsible: {
      title: "Wer verantwortlich ist",
      body: ({ name, address, contact }) => (
        <p>
          Verantwortlich im Sinne der Datenschutz-Grundverordnung (DSGVO) ist, wer diese Installation betreibt
          {name === undefined ? "" : `: ${name}`}
          {address === undefined ? "" : `, ${address}`}. Schreib an {contact}; in der Regel hast du innerhalb von 24
          Stunden eine Antwort.
        </p>
      ),
    },
    stored: {
      title: "Welche Daten wir speichern",
      body: () => (
        <>
          <p>
            Nur was das Archiv zum Arbeiten braucht. Rechtsgrundlage ist der Vertrag mit dir (Art. 6 Abs. 1 lit. b
            DSGVO).
          </p>
          <ul>
            <li>
              <b>Deine E-Mail-Adressen</b>, um dich anzumelden und als Absender zu erkennen. Eine weitere Adresse zählt
              erst, wenn du sie über einen Link bestätigt hast, der {facts.confirmationHours} Stunden gilt.
            </li>
            <li>
              <b>Die Adressen deiner E-Reader, wenn du welche hinzufügst</b>, um dir auf Wunsch Artikel dorthin zu
              senden.
            </li>
            <li>
              <b>Dein Name bei einem Anbieter, wenn du dich mit ihm anmeldest</b>: seine Adresse und die Kennung, die er
              dir gibt, um dich wiederzuerkennen. Aus seiner Antwort verwenden wir sonst nur deine E-Mail-Adresse und
              behalten nichts weiter.
            </li>
            <li>
              <b>Dein Passwort, wenn du eines setzt</b>, als gesalzenen Hash (argon2id), nie im Klartext.
            </li>
            <li>
              <b>Deine Passkeys, wenn du welche anlegst</b>: den öffentlichen Schlüssel, den Namen, den du ihm gibst,
              und wann er angelegt und zuletzt benutzt wurde. Der geheime Schlüssel, dein Fingerabdruck und dein Gesicht
              verlassen dein Gerät nie.
            </li>
            <li>
              <b>Anmeldecodes</b>, nur als Hash, {facts.codeMinutes} Minuten lang.
            </li>
            <li>
              <b>Deine Links</b> mit Titel, Beschreibung, Vorschaubild, Symbol, Schlagwörtern und deinen Notizen, dazu
              Ordner und Favoriten, wann und wie oft du einen Link geöffnet hast, wie er ins Archiv kam und wie du ihn
              geändert hast.
            </li>
            <li>
              <b>Deine Sitzungen</b>: Beginn, letzte Nutzung und die Art des Browsers („Firefox unter Linux“), damit du
              fremde erkennen und beenden kannst. Die IP-Adresse gehört nicht dazu.
            </li>
            <li>
              <b>Eine Einladung, falls du eine bekamst</b>: deine Adresse und die Sprache der Mail, höchstens{" "}
              {facts.invitationDays} Tage lang. <b>Eine Sperre</b>: wann, wer diesen Server betreibt, dein Konto
              gesperrt oder wieder geöffnet hat. Dort zu sehen sind deine Adressen, wann du zuletzt da warst und wie
              viel du aufbewahrst, aber nicht, was.
            </li>
            <li>
              <b>Deine API-Tokens, falls du welche anlegst</b>: den Namen, den du vergibst, was es darf, wann es
              abläuft, und von der letzten Nutzung die Minute, die Art des Programms und die IP-Adresse, damit du
              merkst, wenn jemand anderes es hat; die nächste Nutzung ersetzt sie, und sie verschwinden mit dem Token.
              Vom Token selbst nur einen Hash.
            </li>
            <li>
              <b>Wann du Links wieder sehen willst</b>, und, wenn du eine Übersicht wählst, ihren Tag, ihre Stunde,
              Zeitzone und Sprache. Sie geht an deine Hauptadresse. Ihre Mails laden nichts, und niemand erfährt, ob du
              sie öffnest.
            </li>
            <li>
              <b>Wo dein Browser benachrichtigt wird, wenn du das einschaltest</b>: eine Adresse beim Push-Dienst seines
              Herstellers (etwa Google, Mozilla oder Apple) und Schlüssel, zusammen mit der Sitzung und so lange wie
              sie. Was wir senden, ist für deinen Browser verschlüsselt; der Push-Dienst sieht, wann wir etwas senden
              und wie lang es ist.
            </li>
            <li>
              <b>Was du teilst, falls du etwas teilst</b>: den Ordner oder Link, seine Adresse, sein Ende, was andere
              sehen dürfen, und vom Passwort dafür nur einen Hash. Andere sehen dann Titel, Beschreibungen und Bilder
              dieser Links, deine Notizen, wenn du das willst, und sonst nichts aus deinem Archiv, bis du es beendest.
              Wie oft eine geteilte Seite geöffnet wurde, wird für jeden der letzten {facts.shareVisitDays} Tage
              gezählt: eine Zahl, ohne irgendetwas über die Besucher.
            </li>
            <li>
              <b>Deine Webhooks, falls du welche anlegst</b>: die Adresse, was dorthin gesendet wird, und ein Geheimnis
              zum Signieren. Was du gewählt hast, wird dann an diese Adresse gesendet. Was gesendet wurde, mit dem
              Anfang der Antwort, bleibt sieben Tage gespeichert.
            </li>
            <li>
              <b>Deine Regeln, falls du welche anlegst</b>: ihre Namen, Bedingungen und Aktionen, eine gelöschte noch 30
              Tage lang. Der Verlauf eines Links nennt die Regeln, die ihn geändert haben.
            </li>
          </ul>
        </>
      ),
    },
    mails: {
      title: "Was mit deinen Mails geschieht",
      body: () => (
        <>
          <p>
            Eine Mail zählt nur, wenn ihr Absender nachweislich der ist, für den er sich ausgibt (DMARC oder DKIM).
            Alles andere weisen wir ab, bevor wir es annehmen. So kann niemand in deinem Namen Links ablegen. Für die
            Prüfung fragen wir im Domain Name System nach Regeln und Schlüsseln der Domain des Absenders.
          </p>
          <p>
            Den Text von Mails an die Speicheradresse speichern wir nicht, auch nicht in Protokollen. Wir behalten die
            Adresse des Absenders, die Adressen der Links und die Wörter, auf denen sie liegen, den Betreff, die Kennung
            der Nachricht und das Ergebnis der Prüfung. Die Liste, was ankam und was daraus wurde, reicht{" "}
            {facts.captureDays} Tage zurück; was von unbekannten Absendern abgewiesen wurde, steht auf keiner. Auch die
            Namen von Dateien, die mit einer Mail kamen, stehen in dieser Liste.
          </p>
          <p>
            Wenn du „Anhänge von Mails aufbewahren“ einschaltest, werden Dateien, Mails und weitergeleitete Newsletter,
            die du schickst, Einträge deines Archivs: mit ihrem Text, ihrem Namen und allem, was sonst in den Dateien
            steht, etwa dem Ort, an dem ein Foto entstand. Sie bleiben, bis du sie löschst.
          </p>
          <p>
            Wenn du eine geheime Adresse anlegst, nimmt sie Mails von allen an. Jede Mail wird ein Eintrag deines
            Archivs: ihr Text, die Bilder, die mitkamen, Absender, Betreff und Datum. Was eine Mail von anderswo laden
            würde, laden wir nicht, und öffnen keinen ihrer Links; so erfährt ihr Absender nicht, ob du sie liest. Wer
            dir geschrieben hat, steht {facts.captureDays} Tage lang in einer Liste; Einträge bleiben, bis du sie
            löschst. Nur wenn du auf „Abmelden“ klickst, senden wir die Anfrage, die der Newsletter dafür vorsieht.
          </p>
          <p>
            Wenn du Antworten per Mail einschaltest, antworten wir auf deine Mails an deine eigenen bestätigten
            Adressen: mit Titeln und Adressen deiner Links, Ergebnissen deiner Suchen und, wenn du darum bittest, einem
            Artikel. Diese Antworten gehen durch die Mailserver auf dem Weg zu deinem Postfach. Was eine Mail Satchel zu
            tun aufträgt, etwa Wörter einer Suche oder eine Notiz, wird {facts.captureDays} Tage lang gespeichert.
          </p>
          <p>
            Mails an postmaster und abuse sind für den Betreiber und werden ihm weitergeleitet. Wir schreiben dir nur,
            was du selbst auslöst: Codes, Bestätigungen und eine Nachricht, wenn sich etwas an der Sicherheit deines
            Kontos geändert hat. Diese Mails laden nichts nach und messen nichts.
          </p>
        </>
      ),
    },
    pages: {
      title: "Abruf der verlinkten Seiten",
      body: () => (
        <>
          <p>
            Titel, Texte und Bilder holt unser Server, höchstens {facts.pageMegabytes} MB je Seite. Cookies behält er
            von keiner Seite, und über dich verrät er nichts. Dein Browser fragt dafür keine fremde Seite an: Bilder und
            Symbole erzeugen wir neu und liefern sie selbst aus. Die Seite erfährt nur, dass ein Satchel-Server sie
            gelesen hat.
          </p>
          <p>
            Von jeder lesbaren Seite behalten wir für dich eine Kopie: die Seite ohne ihre Skripte, mit Bildern, Text
            und Gestaltung, damit du sie lesen kannst, wenn es sie nicht mehr gibt. Dafür holt unser Server auch die
            Bilder, Stile und Schriften, die die Seite zeigt. Deine Kopien siehst nur du; wer die Adresse einer
            geöffneten Kopie hat, kann diese Kopie bis zu {facts.copyHours} Stunden lang sehen. Du kannst Kopien
            abschalten, für alle Links oder für einen, jede einzelne löschen und alle herunterladen. Mit deinen Links
            und deinem Konto werden sie gelöscht.
          </p>
          <p>
            Zweierlei kann ein Betreiber einschalten: dass der Server alle {facts.checkDays} Tage nachsieht, ob es eine
            Seite noch gibt, und dass er für Seiten ohne Symbol einen Symboldienst fragt. Der erfährt dann von unserem
            Server den Namen der Seite und nichts über dich.
          </p>
        </>
      ),
    },
    time: {
      title: "Wie lange",
      body: () => (
        <>
          <p>
            Solange du dein Konto hast. Gelöschte Links und Ordner lassen sich {facts.undoDays} Tage lang zurückholen,
            danach wird ihr Inhalt endgültig überschrieben. Dateien, die du für einen Import hochlädst, löschen wir nach
            dem Import, sein Ergebnis nach {facts.importDays} Tagen. Ein früheres Passwort wird beim Ändern
            überschrieben.
          </p>
          <p>
            Löschst du dein Konto, bist du sofort überall abgemeldet, und alles, was zu dir gehört, wird überschrieben:
            Adressen, Links, Ordner, Verlauf, Sitzungen, Tokens. Was gelöschte Zeilen in den Dateien der Datenbank
            hinterlassen, verschwindet in der folgenden Nacht. Es bleibt eine zufällige Kennung ohne Bezug zu dir, damit
            auch eine eingespielte Sicherung dein Konto nicht zurückbringt. Sicherungen laufen nach der Frist des
            Betreibers ab.
          </p>
        </>
      ),
    },
    cookies: {
      title: "Cookies und Speicher im Browser",
      body: () => (
        <>
          <p>
            Zwei Cookies halten deine Sitzung: <code>satchel_access</code>, das alle {facts.accessMinutes} Minuten
            erneuert wird, und <code>satchel_refresh</code>, das es erneuert. Unter https-Adressen beginnen ihre Namen
            mit <code>__Host-</code>. Kein Skript kann sie lesen (HTTP-only), und sie gehen nur an diese Seite
            (SameSite). Mit „Angemeldet bleiben“ gilt die Sitzung {facts.stayDays} Tage, sonst bis du den Browser
            schließt, höchstens {facts.sessionHours} Stunden. Wo mehrere Server antworten, bleibt nach dem Speichern
            zwei Sekunden lang <code>satchel_saved</code>, damit deine nächste Liste den Link schon hat. Wer sich mit
            einem Anbieter anmeldet, hat zehn Minuten lang <code>satchel_sso</code>, verschlüsselt, und eine Minute lang{" "}
            <code>satchel_arrival</code>.
          </p>
          <p>
            Im Speicher deines Browsers liegen Einstellungen der Oberfläche (Sprache, Design, Seitenleiste, Ansicht der
            Liste), ein Merker, dass hier eine Sitzung begann und bis wohin sie von Änderungen erfahren hat, was du
            gerade getan hast und noch rückgängig machen kannst, und, bis du angemeldet bist, der Schlüssel aus einem
            Bestätigungslink, dem du gefolgt bist. Mit „Angemeldet bleiben“ liegt dort auch, was du zuletzt gesehen
            hast, zum Lesen ohne Netz, und was du ohne Netz geändert hast, bis es gesendet ist; beides verschwindet beim
            Abmelden. Wer eine geteilte Seite öffnet, bekommt kein Cookie; erst wenn ihr Passwort eingegeben wurde,
            merkt sich <code>satchel_share</code> das, für diese eine Adresse, bis der Browser geschlossen wird,
            höchstens {facts.sharePassHours} Stunden. All das ist technisch notwendig (§ 25 Abs. 2 TDDDG). Es gibt kein
            Tracking, keine Statistik über dich, keine Werbung und keine Anfrage deines Browsers an Dritte.
          </p>
        </>
      ),
    },
    logs: {
      title: "Protokolle und Schutz vor Missbrauch",
      body: () => (
        <p>
          Protokolle des Servers enthalten weder E-Mail-Adressen noch Inhalte deiner Links, Mails oder Suchen, und auch
          nicht deine IP-Adresse. Nur wenn der Betreiber sie ausführlicher stellt, steht darin die IP-Adresse des
          Servers, der eine Mail einlieferte; ein Webserver vor Satchel kann eigene Protokolle führen. Um das Erraten
          von Codes und Passwörtern und Fluten von Mails zu begrenzen, zählen wir Versuche je E-Mail-Adresse und je
          IP-Adresse, beides nur als Hash mit Schlüssel und höchstens einen Tag lang. Rechtsgrundlage ist unser
          Interesse an einem sicheren Betrieb (Art. 6 Abs. 1 lit. f DSGVO).
        </p>
      ),
    },
    recipients: {
      title: "Wer Daten bekommt",
      body: () => (
        <p>
          Niemand außer denen, die diese Installation für den Betreiber hosten, und dem Mailserver, der Codes,
          Bestätigungen und Übersichten an dich zustellt. Beide handeln im Auftrag (Art. 28 DSGVO). Schaltest du
          Mitteilungen ein, so leitet der Push-Dienst deines Browsers sie weiter, verschlüsselt. Daten werden in der EU
          gespeichert und weder verkauft noch zum Trainieren von Modellen benutzt. Automatisierte Entscheidungen über
          dich gibt es nicht.
        </p>
      ),
    },
    extension: {
      title: "Browser-Erweiterung",
      body: () => (
        <>
          <p>
            Die Erweiterung für Chrome und Firefox speichert eine Seite, wenn du es ihr sagst. Sie sendet nur an den
            Satchel-Server, den du einstellst, an niemanden sonst, und nur dies: Adresse und Titel dessen, was du
            speicherst, und was du dazu wählst oder eingibst; wenn du ihr Fenster öffnest, die Adresse der Seite, auf
            der du bist, um zu sehen, ob sie schon gespeichert ist; wenn du in der Adressleiste suchst, was du dort
            eingibst.
          </p>
          <p>Vom Browser verlangt sie nicht mehr, als sie dafür braucht:</p>
          <ul>
            <li>
              <b>activeTab</b>: Adresse und Titel des Tabs, auf dem du sie benutzt, in diesem Moment.
            </li>
            <li>
              <b>contextMenus</b>: ihre Einträge im Kontextmenü.
            </li>
            <li>
              <b>storage</b>: ihren eigenen Speicher in deinem Browser.
            </li>
            <li>
              <b>Zugriff auf einen Server</b>, deinen: Danach fragt sie, wenn du den Server einstellst, nicht vorher.
            </li>
            <li>
              <b>tabs</b>, nur wenn du alle Tabs eines Fensters speichern lässt: Danach fragt sie dann, um deren
              Adressen zu kennen.
            </li>
          </ul>
          <p>
            Sie bringt kein Skript in die Seiten, die du besuchst (keine Content-Scripts), lädt von nirgendwo
            Programmcode und misst und zählt nichts. In deinem Browser speichert sie die Adresse des Servers, ihr Token
            für dein Archiv mit deiner E-Mail-Adresse, ihre Einstellungen und Seiten, die sich noch nicht senden ließen,
            bis sie gesendet sind. Entfernst du die Erweiterung, ist das alles weg.
          </p>
          <p>
            Ihr Token öffnet dein Archiv, nicht dein Konto: weder Passwort noch Adressen. Wir führen sie unter deinen
            Sitzungen, wo du sie jederzeit beenden kannst; unbenutzt endet ihr Zugang nach {facts.connectionDays} Tagen.
            Zu jedem Link speichern wir, dass die Erweiterung ihn gespeichert hat.
          </p>
        </>
      ),
    },
    rights: {
      title: "Deine Rechte",
      body: ({ contact }) => (
        <>
          <p>
            Du hast das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung, Übertragbarkeit und Widerspruch (Art.
            15 bis 21 DSGVO). Das meiste tust du selbst, sofort und vollständig: In den Einstellungen lädst du alles
            herunter, was über dich gespeichert ist, als Dateien, die andere Programme lesen; dort löschst du auch dein
            Konto. Sonst schreib an {contact}.
          </p>
          <p>
            Du kannst dich auch bei einer Aufsichtsbehörde beschweren (Art. 77 DSGVO), etwa an deinem Wohnort. Die
            Angabe deiner E-Mail-Adresse ist nötig, um ein Konto zu haben; alles andere ist freiwillig.
          </p>
        </>
      ),
    },
  },
};
