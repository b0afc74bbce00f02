/** What a page is rightly described as. A field that is left out is not judged; null: the page has none. */
export type Expected = {
  title?: string;
  description?: string | null;
  image?: string | null;
  icon?: string;
  siteName?: string | null;
  author?: string | null;
  publishedAt?: string | null;
  language?: string | null;
  canonicalUrl?: string | null;
  mediaType?: string;
  tags?: string[];
};

/** A page in the style of a kind of site, made up, with the answer that a careful reader gives. */
export type SamplePage = { name: string; url: string; html: string; expected: Expected };

const WORDS: Record<string, string> = {
  en: "The ferry left before sunrise, and nobody on the pier could say when the next one was due. Those who had waited all night folded their blankets and walked back to the harbour office, where a lamp was still burning behind the glass.",
  de: "Die Fähre legte vor Sonnenaufgang ab, und niemand am Kai konnte sagen, wann die nächste käme. Wer die Nacht über gewartet hatte, faltete seine Decken und ging zurück zum Hafenamt, wo hinter der Scheibe noch eine Lampe brannte.",
  fr: "Le bac est parti avant l'aube et personne sur le quai ne savait quand viendrait le suivant. Ceux qui avaient attendu toute la nuit replièrent leurs couvertures et retournèrent au bureau du port, où une lampe brûlait encore.",
  es: "El transbordador zarpó antes del amanecer y nadie en el muelle sabía cuándo llegaría el siguiente. Quienes habían esperado toda la noche doblaron sus mantas y volvieron a la oficina del puerto, donde aún ardía una lámpara.",
  ja: "フェリーは夜明け前に出港し、次の便がいつになるのか桟橋の誰にも分からなかった。一晩中待っていた人々は毛布をたたみ、ガラスの向こうにまだ明かりの灯る港湾事務所へ歩いて戻った。",
  ru: "Паром отошёл до рассвета, и никто на пристани не мог сказать, когда будет следующий. Те, кто ждал всю ночь, сложили одеяла и пошли обратно в портовую контору, где за стеклом ещё горела лампа.",
  ar: "غادرت العبّارة قبل شروق الشمس ولم يستطع أحد على الرصيف أن يقول متى تأتي التالية. طوى الذين انتظروا طوال الليل أغطيتهم وعادوا إلى مكتب الميناء حيث كان مصباح لا يزال مضاءً خلف الزجاج.",
  zh: "渡轮在日出前离港，码头上没有人说得出下一班什么时候来。等了一夜的人们叠好毯子，走回港务处，玻璃后面还亮着一盏灯。",
};

/** Paragraphs of running text. */
export const paragraphs = (count: number, language = "en"): string =>
  Array.from({ length: count }, () => `<p>${WORDS[language] ?? ""}</p>`).join("\n");

export const og = (parts: Record<string, string>): string =>
  Object.entries(parts)
    .map(([name, content]) => `<meta property="${name}" content="${content}" />`)
    .join("\n");

export const named = (parts: Record<string, string>): string =>
  Object.entries(parts)
    .map(([name, content]) => `<meta name="${name}" content="${content}">`)
    .join("\n");

export const jsonLd = (data: unknown): string => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

export const icon = (href: string, rest = ""): string => `<link rel="icon" href="${href}" ${rest}>`;

/** A page with the surroundings that pages have: scripts, navigation, a footer with a form. */
export const whole = (head: string, body: string, attributes = 'lang="en"'): string => `<!DOCTYPE html>
<html ${attributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<link rel="stylesheet" href="/assets/app.css?v=3"><script>window.dataLayer=window.dataLayer||[];"<title>no</title>"</script></head>
<body class="site"><header class="top"><a href="/"><img src="/img/logo.svg" alt="Logo" class="logo" width="180" height="40"></a>
<nav><ul><li><a href="/news">News</a></li><li><a href="/about">About us</a></li><li><a href="/shop">Shop</a></li></ul></nav></header>
${body}
<footer><form action="/newsletter"><input type="email" name="e"><button>Subscribe to our newsletter</button></form>
<p>Copyright by the people who made this page, all rights reserved, imprint and privacy.</p>
<img src="https://stats.example/pixel?id=1" width="1" height="1" alt=""></footer><script src="/assets/app.js"></script></body></html>`;
