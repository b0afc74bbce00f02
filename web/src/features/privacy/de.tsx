import { facts, type Policy } from "./facts.ts";

/** Die Datenschutzerklärung auf Deutsch. */
export const de: Policy = {
  back: "Zurück",
  contents: "Inhalt",
  title: "Datenschutz",
  effective: "Gültig ab",
  contactMissing: "(die Adresse ließ sich gerade nicht laden)",
  again: "Noch einmal versuchen",
  lead: "Satchel bewahrt Links auf, die Sie sich selbst mailen. Dafür müssen wir sehr wenig über Sie wissen, und das Wenige bleibt in der EU.",
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
          {address === undefined ? "" : `, ${address}`}. Schreiben Sie an {contact}; in der Regel haben Sie innerhalb
          von 24 Stunden eine Antwort.
        </p>
      ),
    },
    stored: {
      title: "Welche Daten wir speichern",
      body: () => (
        <>
          <p>
            Nur was das Archiv zum Arbeiten braucht. Rechtsgrundlage ist der Vertrag mit Ihnen (Art. 6 Abs. 1 lit. b
            DSGVO).
          </p>
          <ul>
            <li>
              <b>Ihre E-Mail-Adressen</b>, um Sie anzumelden und Sie als Absender zu erkennen. Eine weitere Adresse
              zählt erst, wenn Sie sie über einen Link bestätigt haben, der {facts.confirmationHours} Stunden gilt.
            </li>
            <li>
              <b>Ihr Passwort, wenn Sie eines setzen</b>, als gesalzenen Hash (argon2id), nie im Klartext.
            </li>
            <li>
              <b>Ihre Passkeys, wenn Sie welche anlegen</b>: den öffentlichen Schlüssel, den Namen, den Sie ihm geben,
              und wann er angelegt und zuletzt benutzt wurde. Der geheime Schlüssel, Ihr Fingerabdruck und Ihr Gesicht
              verlassen Ihr Gerät nie.
            </li>
            <li>
              <b>Anmeldecodes</b>, nur als Hash, {facts.codeMinutes} Minuten lang.
            </li>
            <li>
              <b>Ihre Links</b> mit Titel, Beschreibung, Vorschaubild, Symbol, Schlagwörtern und Ihren Notizen, dazu
              Ordner und Favoriten, wann und wie oft Sie einen Link geöffnet haben, wie er ins Archiv kam und wie Sie
              ihn geändert haben.
            </li>
            <li>
              <b>Ihre Sitzungen</b>: Beginn, letzte Nutzung und die Art des Browsers („Firefox unter Linux“), damit Sie
              fremde erkennen und beenden können. Die IP-Adresse gehört nicht dazu.
            </li>
          </ul>
        </>
      ),
    },
    mails: {
      title: "Was mit Ihren Mails geschieht",
      body: () => (
        <>
          <p>
            Eine Mail zählt nur, wenn ihr Absender nachweislich der ist, für den er sich ausgibt (DMARC oder DKIM).
            Alles andere weisen wir ab, bevor wir es annehmen. So kann niemand in Ihrem Namen Links ablegen. Für die
            Prüfung fragen wir im Domain Name System nach Regeln und Schlüsseln der Domain des Absenders.
          </p>
          <p>
            Den Text Ihrer Mails speichern wir nicht, auch nicht in Protokollen. Wir behalten die Adresse des Absenders,
            die Adressen der Links, den Betreff, die Kennung der Nachricht und das Ergebnis der Prüfung. Die Liste, was
            ankam und was daraus wurde, reicht {facts.captureDays} Tage zurück; was von unbekannten Absendern abgewiesen
            wurde, steht auf keiner.
          </p>
          <p>
            Mails an postmaster und abuse sind für den Betreiber und werden ihm weitergeleitet. Wir schreiben Ihnen nur,
            was Sie selbst auslösen: Codes, Bestätigungen und eine Nachricht, wenn sich etwas an der Sicherheit Ihres
            Kontos geändert hat. Diese Mails laden nichts nach und zählen nichts.
          </p>
        </>
      ),
    },
    pages: {
      title: "Abruf der verlinkten Seiten",
      body: () => (
        <>
          <p>
            Titel, Texte und Bilder holt unser Server, höchstens {facts.pageMegabytes} MB je Seite, ohne Cookies und
            ohne etwas über Sie zu verraten. Ihr Browser fragt dafür keine fremde Seite an: Bilder und Symbole erzeugen
            wir neu und liefern sie selbst aus. Die Seite erfährt nur, dass ein Satchel-Server sie gelesen hat. Wird
            dieselbe Adresse innerhalb einer Stunde mehrmals gespeichert, lesen wir sie einmal; niemand erfährt dadurch
            von anderen.
          </p>
          <p>
            Zweierlei kann ein Betreiber einschalten: dass der Server alle {facts.checkDays} Tage nachsieht, ob es eine
            Seite noch gibt, und dass er für Seiten ohne Symbol einen Symboldienst fragt. Der erfährt dann von unserem
            Server den Namen der Seite und nichts über Sie.
          </p>
        </>
      ),
    },
    time: {
      title: "Wie lange",
      body: () => (
        <>
          <p>
            Solange Sie Ihr Konto haben. Gelöschte Links und Ordner lassen sich {facts.undoDays} Tage lang zurückholen,
            danach wird ihr Inhalt endgültig überschrieben. Dateien, die Sie für einen Import hochladen, löschen wir
            nach dem Import, sein Ergebnis nach {facts.importDays} Tagen. Ein früheres Passwort wird beim Ändern
            überschrieben.
          </p>
          <p>
            Löschen Sie Ihr Konto, sind Sie sofort überall abgemeldet, und alles, was zu Ihnen gehört, wird
            überschrieben: Adressen, Links, Ordner, Verlauf, Sitzungen. Was gelöschte Zeilen in den Dateien der
            Datenbank hinterlassen, verschwindet in der folgenden Nacht. Es bleibt eine zufällige Kennung ohne Bezug zu
            Ihnen, damit auch eine eingespielte Sicherung Ihr Konto nicht zurückbringt. Sicherungen laufen nach der
            Frist des Betreibers ab.
          </p>
        </>
      ),
    },
    cookies: {
      title: "Cookies und Speicher im Browser",
      body: () => (
        <>
          <p>
            Zwei Cookies halten Ihre Sitzung: <code>satchel_access</code>, das alle {facts.accessMinutes} Minuten
            erneuert wird, und <code>satchel_refresh</code>, das es erneuert. Unter https-Adressen beginnen ihre Namen
            mit <code>__Host-</code> und <code>__Secure-</code>. Kein Skript kann sie lesen (HTTP-only), und sie gehen
            nur an diese Seite (SameSite). Mit „Angemeldet bleiben“ gilt die Sitzung {facts.stayDays} Tage, sonst bis
            Sie den Browser schließen, höchstens {facts.sessionHours} Stunden.
          </p>
          <p>
            Im Speicher Ihres Browsers liegen Einstellungen der Oberfläche (Sprache, Thema, Seitenleiste, Ansicht der
            Liste), ein Merker, dass hier eine Sitzung begann und bis wohin sie von Änderungen erfahren hat, was Sie
            gerade getan haben und noch rückgängig machen können, und, bis Sie angemeldet sind, der Schlüssel aus einem
            Bestätigungslink, dem Sie gefolgt sind. Mit „Angemeldet bleiben“ liegt dort auch, was Sie zuletzt gesehen
            haben, zum Lesen ohne Netz, und was Sie ohne Netz geändert haben, bis es gesendet ist; beides verschwindet
            beim Abmelden. All das ist technisch notwendig (§ 25 Abs. 2 TDDDG). Es gibt kein Tracking, keine Statistik
            über Sie, keine Werbung und keine Anfrage Ihres Browsers an Dritte.
          </p>
        </>
      ),
    },
    logs: {
      title: "Protokolle und Schutz vor Missbrauch",
      body: () => (
        <p>
          Protokolle des Servers enthalten weder E-Mail-Adressen noch Inhalte Ihrer Links, Mails oder Suchen, und auch
          nicht Ihre IP-Adresse. Nur wenn der Betreiber sie ausführlicher stellt, steht darin die IP-Adresse des
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
          Niemand außer denen, die diese Installation für den Betreiber hosten, und dem Mailserver, der Codes und
          Bestätigungen an Sie zustellt. Beide handeln im Auftrag (Art. 28 DSGVO). Daten werden in der EU gespeichert
          und weder verkauft noch zum Trainieren von Modellen benutzt. Automatisierte Entscheidungen über Sie gibt es
          nicht.
        </p>
      ),
    },
    extension: {
      title: "Browser-Erweiterung",
      body: () => (
        <>
          <p>
            Die Erweiterung für Chrome und Firefox speichert eine Seite, wenn Sie es ihr sagen. Sie sendet nur an den
            Satchel-Server, den Sie einstellen, an niemanden sonst, und nur dies: Adresse und Titel dessen, was Sie
            speichern, und was Sie dazu wählen oder eingeben; wenn Sie ihr Fenster öffnen, die Adresse der Seite, auf
            der Sie sind, um zu sehen, ob sie schon aufbewahrt ist; wenn Sie in der Adressleiste suchen, was Sie dort
            eingeben.
          </p>
          <p>Vom Browser verlangt sie nicht mehr, als sie dafür braucht:</p>
          <ul>
            <li>
              <b>activeTab</b>: Adresse und Titel des Tabs, auf dem Sie sie benutzen, in diesem Moment.
            </li>
            <li>
              <b>contextMenus</b>: ihre Einträge im Kontextmenü.
            </li>
            <li>
              <b>storage</b>: ihren eigenen Speicher in Ihrem Browser.
            </li>
            <li>
              <b>Zugriff auf einen Server</b>, Ihren: Danach fragt sie, wenn Sie den Server einstellen, nicht vorher.
            </li>
            <li>
              <b>tabs</b>, nur wenn Sie alle Tabs eines Fensters speichern lassen: Danach fragt sie dann, um deren
              Adressen zu kennen.
            </li>
          </ul>
          <p>
            Sie bringt kein Skript in die Seiten, die Sie besuchen (keine Content-Scripts), lädt von nirgendwo
            Programmcode und misst und zählt nichts. In Ihrem Browser speichert sie die Adresse des Servers, ihr Token
            für Ihr Archiv mit Ihrer E-Mail-Adresse, ihre Einstellungen und Seiten, die sich noch nicht senden ließen,
            bis sie gesendet sind. Entfernen Sie die Erweiterung, ist das alles weg.
          </p>
          <p>
            Ihr Token öffnet Ihr Archiv, nicht Ihr Konto: weder Passwort noch Adressen. Wir führen sie unter Ihren
            Sitzungen, wo Sie sie jederzeit beenden können; unbenutzt endet ihr Zugang nach {facts.connectionDays}{" "}
            Tagen. Zu jedem Link speichern wir, dass die Erweiterung ihn gespeichert hat.
          </p>
        </>
      ),
    },
    rights: {
      title: "Ihre Rechte",
      body: ({ contact }) => (
        <>
          <p>
            Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung, Übertragbarkeit und Widerspruch
            (Art. 15 bis 21 DSGVO). Das meiste tun Sie selbst, sofort und vollständig: in den Einstellungen laden Sie
            alles herunter, was über Sie gespeichert ist, als Dateien, die andere Programme lesen; dort löschen Sie auch
            Ihr Konto. Sonst schreiben Sie an {contact}.
          </p>
          <p>
            Sie können sich auch bei einer Aufsichtsbehörde beschweren (Art. 77 DSGVO), etwa an Ihrem Wohnort. Die
            Angabe Ihrer E-Mail-Adresse ist nötig, um ein Konto zu haben; alles andere ist freiwillig.
          </p>
        </>
      ),
    },
  },
};
