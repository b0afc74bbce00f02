import { parseUrl, TITLE_CHARS } from "@satchel/contracts";
import { cleanLine } from "../message/text.ts";
import { alternatives } from "./alternatives.ts";
import { linksInText } from "./text-links.ts";

// Joiners and variation selectors stay: scripts and emoji need them.
const SHOWS_NOTHING = /(?!\p{Join_Control}|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

/** Characters above which words are more than an invitation to follow a link. */
const VAGUE_CHARS = 50;

/** Words that only ask to follow a link, or say that it is one. */
const VAGUE = new RegExp(
  `^${alternatives(
    "(?:please )?(?:(?:click|tap|press|look|see|read(?: it| more)?|more) )?here(?: (?:to|for) (?:read|view|see|open|learn|more)(?: (?:more|it|online))?)?",
    "(?:(?:read|learn|see|show|view|find out|discover) )?more(?: (?:info|information|details|here|online|about (?:it|this)))?",
    "(?:continue|keep) reading|(?:read|view|open|see|watch|listen|download)(?: (?:it|this|the|full|whole|complete|entire|now|on|online|in|your|a|browser|article|story|post|page|site|website|email|video|link))*",
    "(?:this|the|that)(?: (?:link|article|story|page|post|site|website|video|one))?|it|link|url|article|page|post|(?:web)?site|source|details|info|go|next|share|web version",
    "(?:bitte )?(?:(?:klicke?|klicken sie|lies|lesen sie|schau(?: mal)?|siehe|weiter|mehr) )?(?:bitte )?hier(?: (?:klicken|lesen|weiterlesen|ansehen|entlang|mehr))?",
    "(?:mehr|weitere)(?: (?:lesen|erfahren|dazu|infos?|informationen|details|anzeigen))?|weiter",
    "(?:(?:jetzt|online|zum|den|diesen|die|das|ganzen|vollständigen|artikel|beitrag|seite|video) )*(?:lesen|weiterlesen|ansehen|anschauen|anzeigen|öffnen)",
    "(?:zum |zur |dieser |diesen |diese |der |das |die )?(?:artikel|beitrag|seite|webseite|quelle|original)|dieser link|im browser (?:ansehen|anzeigen|öffnen)",
    "(?:(?:cliquez|cliquer|clique|voir|lire|regardez) )?ici|(?:en )?(?:lire|savoir|voir|découvrir)(?: (?:la|plus|suite|l[’']article))*|(?:ce )?lien|(?:la )?suite|plus d[’']infos?",
    "(?:(?:haz|haga|hacer) clic |clic |pulsa |pulse |ver |leer )?(?:en )?aquí|(?:seguir )?(?:leer|leyendo|ver|saber)(?: (?:más|artículo|el|completo))*|más(?: información)?|(?:este )?enlace",
    "(?:(?:clique|veja|leia|confira) )?aqui|(?:saiba|leia|ler|ver|veja|continue lendo)(?: mais)?|mais(?: informações)?|este link",
    "(?:(?:clicca|clicchi|premi|vedi|leggi) )?qui|(?:leggi|vedi|scopri|continua a leggere)(?: (?:tutto|altro|di più|l[’']articolo))*|di più|questo link",
    "(?:klik |lees |kijk )hier|(?:lees|bekijk)(?: (?:meer|verder|het|artikel))*|meer(?: (?:lezen|info|informatie|weten))?|verder lezen|deze link",
    "(?:kliknij |zobacz )?(?:tutaj|tu)|(?:czytaj|zobacz|dowiedz się)(?: (?:więcej|dalej|całość|artykuł))*|więcej(?: informacji)?|ten link",
    "(?:(?:klicka|klik|klikk|läs|læs|les|se) )?(?:här|her)|(?:läs|læs|les|se) (?:mere?|vidare|videre)|mere?|(?:lue |katso )?lisää|tästä|täällä",
    "(?:klikn\\S{2,3} )?(?:zde|sem)|(?:čtěte |číst )?(?:více|dále)|(?:kattintson )?(?:ide|itt)|tovább|bővebben|(?:tıklayın|tıkla)|burada|buraya|devamını oku|daha fazla",
    "(?:(?:нажмите|кликните|жми|смотри) )?(?:сюда|здесь|тут)|(?:читать|узнать|смотреть)(?: (?:далее|дальше|больше|полностью|подробнее))*|подробнее|далее|ссылка|(?:читати|дізнатися) (?:далі|більше)|докладніше",
    "εδώ|(?:διαβάστε|δείτε) περισσότερα|περισσότερα|(?:לחצו |לחץ )?כאן|קרא(?:ו)? עוד|(?:اضغط |انقر )?هنا|اقرأ المزيد|المزيد",
    "こちら(?:から|をクリック)?|ここ(?:をクリック)?|続きを(?:読む|見る)|もっと(?:見る|読む)|詳しくは(?:こちら)?|詳細(?:はこちら|を見る)?",
    "(?:请)?点击(?:这里|此处|查看)?|(?:請)?點擊(?:這裡|此處)?|这里|此处|這裡|(?:阅读|查看)(?:更多|全文|原文|详情)?|閱讀(?:更多|全文)|更多|원문 ?보기|(?:여기를? ?)?클릭|여기|자세히(?: 보기)?|더 ?보기",
  )}$`,
  "iu",
);

/** Words with an address in them, and the name of a picture's file, which some programs write for its text. */
const ADDRESS_OR_PICTURE = /https?:\/\/|www\.[^\s.]|^\S+\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/**
 * The title that the words of a link give it; undefined where they are none: an address, or a part of the link's own, "here"
 * and "read more" in any of the languages above, nothing that can be read.
 */
export function titleOfWords(words: string, url: string): string | undefined {
  const title = cleanLine(words.replace(SHOWS_NOTHING, ""), TITLE_CHARS);
  if (!/\p{L}/u.test(title) || !/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(title)) return undefined;
  if (ADDRESS_OR_PICTURE.test(title)) return undefined;
  // Without arrows, brackets and punctuation around them.
  const bare = title.replace(/^[^\p{L}\p{N}]+/u, "").replace(/[^\p{L}\p{N}]+$/u, "");
  if (bare.length <= VAGUE_CHARS && VAGUE.test(bare)) return undefined;
  const isAddress = !/\s/.test(bare) && (spellings(url).includes(bare.toLowerCase()) || linksInText(bare).length > 0);
  return isAddress ? undefined : title;
}

/** An address as it is sent, and as people read it. */
function spellings(url: string): string {
  const { pathname, search } = parseUrl(url) ?? { pathname: "", search: "" };
  return `${url} ${readable(pathname + search)}`.toLowerCase();
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
