import { describe, expect, test } from "vitest";
import { mailNamed, mailNames } from "../../test/mails.ts";
import { readMail } from "./read-mail.ts";

const OWN = "https://own.example/compare";
const LETTER = ["https://maps.example/view?in=browser", "https://maps.example/issue/88"];
const ARTICLES = [
  "https://maps.example/a/rivers?utm_medium=email&utm_source=letter",
  "https://atlas.example/b",
  "https://carto.example/c",
];

/** What is saved of each example: its title, and its links. */
const examples: Record<string, { title: string; tags?: string[]; urls: string[] }> = {
  "android-gmail-share": {
    title: "Sourdough for beginners | The Bread Blog",
    tags: ["baking"],
    urls: ["https://bread.example/sourdough/%E2%9C%A8-for-beginners"],
  },
  "android-samsung-share": {
    title: "Fahrräder im Winter – Wartungstipps",
    urls: ["https://rad.example/winter/wartung-für-anfänger"],
  },
  "apple-mail-forward-newsletter": { title: "Issue 88", urls: [...LETTER, ...ARTICLES] },
  "apple-mail-forward-newsletter-and-link": { title: "Issue 88", urls: [OWN, ...LETTER, ...ARTICLES] },
  "chrome-mailto-thunderbird": {
    title: "A history of the teapot",
    urls: ["https://teapots.example/history#:~:text=the%20spout%20is%20the%20difficult%20part"],
  },
  "company-with-footers": { title: "Re:Zero und andere", urls: ["https://anime.example/zero"] },
  "firefox-android-k9": {
    title: "Über Karten – ein Essay",
    urls: ["https://essays.example/artikel/ueber-karten-und-die-orte-die-es-nicht-mehr-gibt?seite=2"],
  },
  "gmail-forward-newsletter": { title: "Issue 88", tags: ["maps"], urls: [...LETTER, ...ARTICLES] },
  "gmail-forward-newsletter-and-link": { title: "Issue 88", tags: ["maps"], urls: [OWN, ...LETTER, ...ARTICLES] },
  "ios-mail-share": {
    title: "Why trees talk - The Long Read",
    urls: ["https://longread.example/2026/11/why-trees-talk?utm_source=share&ref=ios-sheet"],
  },
  "japanese-carrier": { title: "地図の話", urls: ["https://chizu.example/記事/1"] },
  "k9-forward-newsletter": { title: "Issue 88", urls: [...LETTER, ...ARTICLES] },
  "k9-forward-newsletter-and-link": { title: "Issue 88", urls: [OWN, ...LETTER, ...ARTICLES] },
  "macos-shortcut": { title: "A bench in a weekend", urls: ["https://wood.example/bench?parts=7&days=2"] },
  "outlook-forward-as-attachment": { title: "Issue 88", urls: [...LETTER, ...ARTICLES] },
  "outlook-forward-newsletter": { title: "Issue 88", urls: [...LETTER, ...ARTICLES] },
  "outlook-forward-newsletter-and-link": { title: "Issue 88", urls: [OWN, ...LETTER, ...ARTICLES] },
  "outlook-web-answer": { title: "Lamps", urls: ["https://lamps.example/better"] },
  "reddit-app-share": {
    title: "r/woodworking: I built a bench in a weekend",
    urls: ["https://www.reddit.com/r/woodworking/s/aBcDeFgHiJ"],
  },
  "reply-with-nothing-own": { title: "Lamps", urls: ["https://lamps.example/first"] },
  "thunderbird-forward-newsletter": { title: "Issue 88", urls: [...LETTER, ...ARTICLES] },
  "thunderbird-forward-newsletter-and-link": { title: "Issue 88", urls: [OWN, ...LETTER, ...ARTICLES] },
  "thunderbird-reply": { title: "Lamps", urls: ["https://lamps.example/better"] },
  "wrapped-by-old-program": {
    title: "two links",
    urls: [
      "https://archive.example/collections/maps-of-the-nineteenth-century/sheet-12?zoom=3",
      "https://archive.example/collections/letters-of-the-eighteenth-century/box/folder-9/letter-1.html",
      "http://example.com/x",
    ],
  },
  "x-app-share": {
    title: "Check out Jane’s post",
    urls: ["https://x.com/janedoe/status/1989000000000000001?s=12&t=AbC-dEf_123"],
  },
  "yahoo-app-share": { title: "The best soup", urls: ["https://soup.example/best"] },
};

describe("of mails of common programs the links that the sender meant are saved", () => {
  test.each(mailNames())("%s", (name) => {
    const { subject, title = subject, tags, urls } = readMail(mailNamed(name));
    expect({ title, tags, urls }).toEqual({ tags: [], ...examples[name] });
  });
});
