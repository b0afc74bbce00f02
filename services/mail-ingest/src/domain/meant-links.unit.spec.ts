import { describe, expect, test } from "vitest";
import { readMail } from "./read-mail.ts";

const OWN = "https://own.example/a";
const OTHER = "https://other.example/b";
const MORE = "https://other.example/c";

const read = (subject: string, ...lines: string[]) =>
  readMail(Buffer.from([`Subject: ${subject}`, "From: Anna <anna@company.example>", "", ...lines].join("\r\n")));
const html = (subject: string, body: string) =>
  readMail(Buffer.from([`Subject: ${subject}`, "Content-Type: text/html; charset=utf-8", "", body].join("\r\n")));

/** The header that Outlook, its web page and Samsung put above the mail that is answered or forwarded. */
const headers: [string, string[]][] = [
  ["Outlook", ["From: Ben <ben@b.example>", "Sent: Monday, 2 November 2026 10:00", "To: Anna", "Subject: Lamps", ""]],
  [
    "Outlook on the web",
    [`${"_".repeat(32)}`, "From: Ben <ben@b.example>", "Sent: Monday", "To: Anna", "Subject: Lamps", ""],
  ],
  ["Outlook in German", ["Von: Ben <ben@b.example>", "Gesendet: Montag", "An: Anna", "Betreff: Lampen", ""]],
  [
    "Outlook in Finnish",
    ["Lähettäjä: Ben <ben@b.example>", "Lähetetty: maanantai", "Vastaanottaja: Anna", "Aihe: Lamput", ""],
  ],
  ["older Outlook", ["-----Original Message-----", "From: Ben", "Sent: Monday", "To: Anna", "Subject: Lamps", ""]],
  [
    "Samsung",
    ["-------- Original message --------", "From: Ben <ben@b.example>", "Date: 02/11/2026", "Subject: Lamps", ""],
  ],
];

describe("the title of a link by its words", () => {
  const titles = (body: string, subject = "Lamps") => html(subject, body).linkTitles;
  const link = (words: string, url = OWN) => `<a href="${url}">${words}</a>`;

  test("is there for each link that has good ones, of several the first", () => {
    const body = `${link("here")} ${link("A good article about bees")} ${link("Another one")} ${link("Ants", OTHER)} ${MORE}`;
    expect(html("Lamps", body)).toMatchObject({
      urls: [OWN, OTHER, MORE],
      linkTitles: [
        { url: 0, title: "A good article about bees" },
        { url: 1, title: "Ants" },
      ],
    });
    expect(html("Lamps", `${link("here")} ${MORE}`)).not.toHaveProperty("linkTitles");
    expect(titles(`${OWN} ${link("Bees at night")}`)).toEqual([{ url: 0, title: "Bees at night" }]);
  });

  test.each([
    ["<h3>Bees\n   at night</h3><p>They sleep.</p>", "Bees at night They sleep."],
    ["<b>B</b>ees &amp; <i>ants</i>", "Bees & ants"],
    ['<img src="a.png" alt="A bee in the rain">', "A bee in the rain"],
    ['<img src="a.png" alt="bee.png"> Bees', "bee.png Bees"],
    ["<style>p{}</style>Bees", "Bees"],
    ["B\u00ade\u200be\u202es\u{e0061}", "Bees"],
    [`Bees ${"x".repeat(400)}`, `Bees ${"x".repeat(295)}`],
  ])("is the text of its element: %j", (words, title) =>
    expect(titles(link(words.replaceAll("\\n", "\n")))).toEqual([{ url: 0, title }]),
  );

  test("is of a link that is unwrapped, forwarded, or in one of two parts", () => {
    const safe = `https://eur02.safelinks.protection.outlook.com/?url=${encodeURIComponent(OWN)}&data=05`;
    expect(titles(link("About bees", safe))).toEqual([{ url: 0, title: "About bees" }]);
    const forwarded = `<div>Begin forwarded message:</div><blockquote type="cite">${link("About bees")}</blockquote>`;
    expect(titles(forwarded, "Fwd: Lamps")).toEqual([{ url: 0, title: "About bees" }]);
    const both = ["--b", "Content-Type: text/plain", "", OWN, "--b", "Content-Type: text/html", "", link("About bees")];
    const mail = ["Subject: Lamps", "Content-Type: multipart/alternative; boundary=b", "", ...both, "--b--"];
    expect(readMail(Buffer.from(mail.join("\r\n")))).toMatchObject({
      urls: [OWN],
      linkTitles: [{ url: 0, title: "About bees" }],
    });
  });

  test("is looked for in a thousand words and no more, however often a link occurs", () => {
    const many = Array.from({ length: 100_000 }, (_, i) => link(`${i}`)).join("");
    expect(titles(many + link("About bees"))).toBeUndefined();
  });
});

describe("what stands below the header of another mail", () => {
  test.each(headers)("by %s is not saved where the mail is an answer", (_name, header) => {
    for (const subject of ["Re: Lamps", "RE: Lamps", "AW: Lampen", "SV: Lampor", "Antw: Lampen"]) {
      expect(read(subject, OWN, "", ...header, OTHER, MORE)).toMatchObject({ urls: [OWN], linksAreQuoted: false });
    }
  });

  test.each(headers)("by %s is saved where the mail is a forward", (_name, header) => {
    for (const subject of ["Fwd: Lamps", "FW: Lamps", "WG: Lampen", "FW: RE: Lamps", "Lamps"]) {
      expect(read(subject, OWN, "", ...header, OTHER, MORE).urls).toEqual([OWN, OTHER, MORE]);
    }
  });

  test.each(headers)(
    "by %s is saved from an answer that has no links of its own, and marked as quoted",
    (_name, header) => {
      expect(read("Re: Lamps", "for later", "", ...header, OTHER)).toMatchObject({
        urls: [OTHER],
        linksAreQuoted: true,
      });
    },
  );

  test("in HTML is treated in the same way", () => {
    const body = `<p><a href="${OWN}">own</a></p><hr><div id="divRplyFwdMsg"><b>From:</b> Ben &lt;ben@b.example&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Anna<br><b>Subject:</b> Lamps</div><p><a href="${OTHER}">other</a></p>`;
    expect(html("RE: Lamps", body).urls).toEqual([OWN]);
    expect(html("FW: Lamps", body).urls).toEqual([OWN, OTHER]);
    expect(html("RE: Lamps", body.replace(OWN, "mailto:x@y.example"))).toMatchObject({
      urls: [OTHER],
      linksAreQuoted: true,
    });
  });

  test("is saved where a forwarded mail is marked as such in an answer", () => {
    expect(read("Re: Lamps", OWN, "---------- Forwarded message ---------", "From: Ben", OTHER).urls).toEqual([
      OWN,
      OTHER,
    ]);
    expect(read("Re: Lamps", OWN, "> ---------- Forwarded message ---------", `> ${OTHER}`).urls).toEqual([OWN]);
  });

  test("and is quoted without a mark is saved where the subject says that the mail is a forward", () => {
    expect(read("Fwd: Lamps", OWN, `> ${OTHER}`).urls).toEqual([OWN, OTHER]);
  });
});

describe("a mail forwarded by Apple Mail beside a link of one's own is saved with its links", () => {
  test.each([
    ["cs", "Začátek přeposílané zprávy:", "Od", "Předmět"],
    ["da", "Start på videresendt besked:", "Fra", "Emne"],
    ["de", "Anfang der weitergeleiteten Nachricht:", "Von", "Betreff"],
    ["en", "Begin forwarded message:", "From", "Subject"],
    ["es", "Inicio del mensaje reenviado:", "De", "Asunto"],
    ["fi", "Välitetty viesti alkaa:", "Lähettäjä", "Aihe"],
    ["fr", "Début du message réexpédié :", "De", "Objet"],
    ["hr", "Započni proslijeđenu poruku:", "Šalje", "Predmet"],
    ["hu", "Továbbított levél kezdete:", "Feladó", "Tárgy"],
    ["it", "Inizio messaggio inoltrato:", "Da", "Oggetto"],
    ["nl", "Begin doorgestuurd bericht:", "Van", "Onderwerp"],
    ["no", "Videresendt melding:", "Fra", "Emne"],
    ["pl", "Początek przekazywanej wiadomości:", "Od", "Temat"],
    ["pt", "Início da mensagem reencaminhada:", "De", "Assunto"],
    ["ro", "Începe mesajul redirecționat:", "Expeditorul", "Subiectul"],
    ["ru", "Начало переадресованного сообщения:", "Отправитель", "Тема"],
    ["sk", "Začiatok preposlanej správy:", "Od", "Predmet"],
    ["sv", "Vidarebefordrat mejl:", "Från", "Ämne"],
    ["tr", "İleti başlangıcı:", "Kimden", "Konu"],
    ["uk", "Початок листа, що пересилається:", "Від кого", "Тема"],
  ])("in %s", (_language, mark, from, subject) => {
    const body = ["", `> ${from}: Ben <ben@b.example>`, `> ${subject}: Lamps`, "> ", `> ${OTHER}`];
    expect(read("Lamps", OWN, "", `> ${mark}`, ...body).urls).toEqual([OWN, OTHER]);
    // Also where a program of tomorrow has another sentence above the header.
    expect(read("Lamps", OWN, "", ...body).urls).toEqual([OWN, OTHER]);
    const cite = `${OWN}<blockquote type="cite"><div>${mark}</div><div>${from}: Ben</div><a href="${OTHER}">x</a></blockquote>`;
    expect(html("Lamps", cite).urls).toEqual([OWN, OTHER]);
  });

  test("by Yahoo with the header on the line of the mark", () => {
    const mark = `----- Forwarded Message ----- From: Ben <ben@b.example>To: Anna <anna@company.example>Sent: Monday`;
    expect(read("Fw: Lamps", OWN, mark, OTHER).urls).toEqual([OWN, OTHER]);
  });
});

describe("what stands under every mail is left out beside a link that is meant", () => {
  test.each<[string, string[]]>([
    ["Avast", ["Virus-free. www.avast.com"]],
    ["Avast with an address", ["Virenfrei.", "https://www.avast.com/sig-email?utm_medium=email&utm_source=link"]],
    ["Avast's sentence", ["This email has been checked for viruses by Avast antivirus software.", "www.avast.com"]],
    ["Yahoo", ["Yahoo Mail: Search, Organize, Conquer", "https://mail.onelink.me/107872968?pid=nativeplacement"]],
    ["Apple News", ["Shared from Apple News", "https://www.apple.com/news/"]],
    ["Tuta", ["Sent with Tuta; enjoy secure & ad-free emails:", "https://tuta.com/free-email"]],
    ["Tuta's older name", ["Secured with Tutanota Mail: https://tutanota.com"]],
    ["eM Client", ["Sent with eM Client for Mac <https://www.emclient.com/>"]],
    [
      "a mailing list",
      ["_______________________________________________", "lamps mailing list", "https://lists.example/listinfo/lamps"],
    ],
    ["a company", ["Best regards,", "Anna Smith", "Company Ltd", "www.example.com"]],
    ["a company in German", ["Mit freundlichen Grüßen", "Anna Schmidt", "http://firma.example/"]],
    [
      "a company with its pages at networks",
      [
        "Mit freundlichem Gruß",
        "Anna",
        "www.example.com",
        "https://www.linkedin.com/company/example",
        "https://x.com/example",
      ],
    ],
    ["the sender's own organisation", ["Anna, https://www.company.example"]],
    [
      "a disclaimer",
      [
        "This e-mail and its attachments are confidential and intended solely for the addressee.",
        "https://company.example/legal/disclaimer",
      ],
    ],
  ])("%s", (_name, footer) => {
    expect(read("A lamp", OWN, "", ...footer)).toMatchObject({ urls: [OWN], subject: "A lamp" });
  });

  test.each<[string, string]>([
    [
      "Avast",
      `<table><tr><td><a href="https://www.avast.com/sig-email?utm_medium=email"><img></a></td><td>Virus-free.<a href="https://www.avast.com/sig-email?utm_medium=email">www.avast.com</a></td></tr></table>`,
    ],
    ["Tuta", `<div>--<br>Sent with <a href="https://tuta.com">Tuta</a></div>`],
    ["eM Client", `<div>Sent with <a href="https://www.emclient.com/?utm=sig">eM Client</a></div>`],
    ["a company", `<p>Kind regards,</p><p>Anna<br><a href="https://firm.example/">Firm Ltd</a></p>`],
  ])("%s in HTML", (_name, footer) => {
    expect(html("A lamp", `<p><a href="${OWN}">lamp</a></p>${footer}`).urls).toEqual([OWN]);
  });

  test("and is kept where it is all that there is", () => {
    expect(read("Avast", "https://www.avast.com/").urls).toEqual(["https://www.avast.com/"]);
    expect(read("Our site", "https://www.company.example/").urls).toEqual(["https://www.company.example/"]);
    expect(read("Home", "Best regards", "https://firm.example").urls).toEqual(["https://firm.example"]);
    expect(read("A list", "____", "https://lists.example/1").urls).toEqual(["https://lists.example/1"]);
  });

  test("and what comes behind a greeting, or parts a text, is not taken for it", () => {
    expect(read("x", OWN, "Best regards", "Anna", `P.S. ${OTHER}`).urls).toEqual([OWN, OTHER]);
    const lines = Array.from({ length: 10 }, (_, i) => `Line ${i}`);
    expect(read("x", OWN, "__________", OTHER, ...lines).urls).toEqual([OWN, OTHER]);
    const forward = ["---------- Forwarded message ---------", "From: Ben", "", "News", "_______", OTHER];
    expect(read("Fwd: News", OWN, ...forward).urls).toEqual([OWN, OTHER]);
    expect(read("x", `${OWN} is confidential and good`, "My regards to her", OTHER).urls).toEqual([OWN, OTHER]);
  });
});

describe("a subject", () => {
  test("alone has the link", () => {
    expect(read(OWN, "")).toMatchObject({ urls: [OWN], linksAreQuoted: false });
    expect(read(`A lamp ${OWN} #light`, "look")).toMatchObject({ urls: [OWN], title: "A lamp", tags: ["light"] });
    expect(read(`Look: ${OWN}`, "Sent from my iPhone").urls).toEqual([OWN]);
    expect(read(OTHER, OWN).urls).toEqual([OWN]);
    const long = `https://own.example/${"a".repeat(500)}`;
    expect(read(long, "").urls).toEqual([long]);
  });

  test("of an answer is not the sender's own", () => {
    expect(read(`Re: ${OWN}`, "thanks")).toMatchObject({ urls: [OWN], linksAreQuoted: true });
  });

  test("that is an address is no title, and one with an address in it is one without", () => {
    expect(read(OWN, OWN).title).toBeUndefined();
    expect(read(`A lamp - ${OWN}`, OWN).title).toBe("A lamp");
    expect(read(`A lamp (${OWN})`, OWN).title).toBe("A lamp");
    expect(read("A lamp", OWN).title).toBeUndefined();
    expect(read(`${OWN} #light`, OWN)).toMatchObject({ tags: ["light"], subject: `${OWN} #light` });
  });
});
