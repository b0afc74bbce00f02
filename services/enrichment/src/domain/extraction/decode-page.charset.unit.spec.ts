import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodePage } from "./decode-page.ts";

// A few sentences each, as a page has at least.
const TEXTS: Record<string, string> = {
  ja: "フェリーは夜明け前に出港し、次の便がいつになるのか桟橋の誰にも分からなかった。一晩中待っていた人々は毛布をたたみ、港湾事務所へ歩いて戻った。",
  ko: "여객선은 해가 뜨기 전에 떠났고 다음 배가 언제 올지 부두의 누구도 말할 수 없었다. 밤새 기다린 사람들은 담요를 접고 항만 사무소로 걸어 돌아갔다.",
  "zh-CN":
    "渡轮在日出前离港，码头上没有人说得出下一班什么时候来。等了一夜的人们叠好毯子，走回港务处，玻璃后面还亮着一盏灯。",
  "zh-TW":
    "渡輪在日出前離港，碼頭上沒有人說得出下一班什麼時候來。等了一夜的人們疊好毯子，走回港務處，玻璃後面還亮著一盞燈。",
  ru: "Паром отошёл до рассвета, и никто на пристани не мог сказать, когда будет следующий. Те, кто ждал всю ночь, сложили одеяла и пошли обратно в портовую контору.",
  cs: "Trajekt odplul před svítáním a nikdo na molu nedokázal říct, kdy připluje další. Ti, kdo čekali celou noc, složili přikrývky a šli zpátky k přístavní kanceláři, příliš žluťoučký kůň.",
  de: "Die Fähre legte vor Sonnenaufgang ab, und niemand am Kai konnte sagen, wann die nächste käme. Die Übrigen gingen zurück zum großen Hafenamt – „müde“.",
  fr: "Le bac est parti avant l’aube et personne ne savait quand viendrait le suivant, à l’été. Ceux qui avaient attendu replièrent leurs couvertures, fatigués.",
  th: "เรือข้ามฟากออกก่อนพระอาทิตย์ขึ้น และไม่มีใครบนท่าเรือบอกได้ว่าลำต่อไปจะมาเมื่อไร คนที่รอมาทั้งคืนพับผ้าห่มแล้วเดินกลับไปที่สำนักงานท่าเรือ",
  he: "המעבורת יצאה לפני הזריחה ואיש על המזח לא ידע לומר מתי תבוא הבאה. מי שחיכו כל הלילה קיפלו את השמיכות",
  el: "Το πλοίο έφυγε πριν από την ανατολή του ηλίου και κανείς στην αποβάθρα δεν μπορούσε να πει πότε θα ερχόταν το επόμενο.",
};

const page = (text: string, language = "") =>
  `<html${language}><head><title>${text.slice(0, 12)}</title></head><body><p class="a">${text}</p><p>${text}</p></body></html>`;

describe("a page that declares no character set", () => {
  it.each([
    ["utf-8", "ja"],
    ["shift_jis", "ja"],
    ["euc-jp", "ja"],
    ["euc-kr", "ko"],
    ["gb18030", "zh-CN"],
    ["big5", "zh-TW"],
    ["koi8-r", "ru"],
    ["windows-1251", "ru"],
    ["iso-8859-2", "cs"],
    ["windows-1252", "de"],
    ["windows-1252", "fr"],
    ["iso-8859-7", "el"],
    ["windows-874", "th"],
    ["windows-1255", "he"],
    ["utf-16le", "ru"],
    ["utf-16be", "de"],
  ])("is read when it is in %s (%s)", (charset, language) => {
    const html = page(TEXTS[language] ?? "");
    expect(decodePage(iconv.encode(html, charset), undefined)).toBe(html);
  });

  it.each([
    ["iso-8859-2", "cs", ' lang="cs"', ""],
    ["windows-1250", "cs", "", "noviny.cz"],
    ["gb18030", "zh-CN", ' lang="zh-CN"', ""],
    ["big5", "zh-TW", "", "news.tw"],
    ["koi8-r", "ru", "", "gazeta.ru"],
    ["big5", "zh-TW", ' lang="zh"', ""],
    ["gb18030", "zh-CN", ' lang="zh"', ""],
    ["windows-874", "th", "", "news.co.th"],
  ])("is read by its language or country too: %s", (charset, language, attribute, host) => {
    const html = page((TEXTS[language] ?? "").slice(0, 60), attribute);
    expect(decodePage(iconv.encode(html, charset), undefined, host)).toBe(html);
  });

  it.each([
    ["iso-8859-2", "cs", "Příliš žluťoučký kůň"],
    ["iso-8859-2", "pl", "Zażółć gęślą jaźń"],
    ["windows-1250", "pl", "Zażółć gęślą jaźń"],
    ["windows-1250", "hu", "Árvíztűrő „tükörfúrógép”"],
    ["koi8-r", "ru", "Последний паром"],
    ["euc-jp", "ja", "灯台の夜"],
    ["shift_jis", "ja", "灯台の夜"],
    ["big5", "zh", "渡輪停航三天"],
    ["gb18030", "zh", "渡轮停航三天"],
    ["windows-874", "th", "ตารางน้ำขึ้นน้ำลง"],
    ["windows-1254", "tr", "İstanbul'da şimşek çaktı"],
  ])("is read by its language where it says next to nothing: %s (%s)", (charset, language, title) => {
    const html = `<html lang=${language}><title>${title}</title><p>${title}`;
    expect(decodePage(iconv.encode(html, charset), undefined)).toBe(html);
  });

  const ENGLISH =
    "The ferry left before sunrise and nobody on the pier could tell when the next one would come. ".repeat(12);
  it.each([
    ["windows-1251", "ru"],
    ["iso-8859-5", "ru"],
    ["iso-8859-7", "el"],
    ["windows-1255", "he"],
    ["windows-1252", "de"],
    ["windows-1252", "fr"],
    ["windows-874", "th"],
    ["shift_jis", "ja"],
    ["big5", "zh-TW"],
  ])("is read although most of it is English: %s (%s)", (charset, language) => {
    const html = page(`${TEXTS[language]} ${ENGLISH}`);
    expect(decodePage(iconv.encode(html, charset), undefined)).toBe(html);
  });

  it("is taken as windows-1252 where there is nothing to go by", () => {
    expect(decodePage(Uint8Array.from([0x63, 0x61, 0x66, 0xe9]), undefined)).toBe("café");
    expect(decodePage(new Uint8Array(0), undefined)).toBe("");
  });
});

describe("a page that declares a wrong character set", () => {
  const german = TEXTS["de"] ?? "";

  it("is read as UTF-8 when it is, though its server says ISO 8859-1", () => {
    expect(decodePage(new TextEncoder().encode(page(german)), "ISO-8859-1")).toContain(german);
  });

  it("is read by what it says itself, when its server wrongly says UTF-8", () => {
    const html = `<meta charset="windows-1251">${page(TEXTS["ru"] ?? "")}`;
    expect(decodePage(iconv.encode(html, "windows-1251"), "utf-8")).toBe(html);
  });

  it("is detected when all say UTF-8 and it can't be", () => {
    const html = `<meta charset="utf-8">${page(TEXTS["ja"] ?? "")}`;
    expect(decodePage(iconv.encode(html, "shift_jis"), "utf-8")).toBe(html);
  });

  it("stays UTF-8 when only a few characters are broken", () => {
    const bytes = new Uint8Array([...new TextEncoder().encode(german), 0xff, 0xfe, 0xc3]);
    expect(decodePage(bytes, "utf-8")).toContain("Fähre");
  });
});

it("detecting takes a moment for megabytes of anything", () => {
  const start = performance.now();
  const noise = new Uint8Array(2 * 1024 * 1024);
  for (let at = 0; at < noise.length; at++) noise[at] = (at * 7919 + (at >> 7)) % 256;
  for (const bytes of [noise, noise.map((octet) => octet | 0x80), new Uint8Array(noise.length).fill(0x3c)]) {
    decodePage(bytes, undefined);
  }
  expect(performance.now() - start).toBeLessThan(60_000);
});
