import { describe, expect, it } from "vitest";
import { extractText, jsonLd } from "../../../test/html.ts";
import { paragraphs } from "../../../test/pages/page.ts";
import { extractPage } from "./extract-page.ts";
import { PHRASES } from "./wall-signs.ts";

const page = (title: string, body = "<p>Please stand by.</p>", head = "") =>
  `<!doctype html><html><head><title>${title}</title><meta property="og:image" content="/logo-share.png">${head}</head><body>${body}</body></html>`;

const URL_SAVED = "https://paper.example/2024/05/the-last-ferry";
const URL_ELSEWHERE = "https://paper.example/welcome";

describe("a page that is none", () => {
  it.each([
    ["bot-check", "Just a moment..."],
    ["bot-check", "Just a moment…"],
    ["bot-check", "Attention Required! | Cloudflare"],
    ["bot-check", "Are you a robot?"],
    ["bot-check", "Paper - Are you a robot?"],
    ["bot-check", "Robot or human?"],
    ["bot-check", "Robot Check"],
    ["bot-check", "Vercel Security Checkpoint"],
    ["bot-check", "Making sure you&#39;re not a bot!"],
    ["bot-check", "Human Verification"],
    ["bot-check", "Please enable JavaScript and cookies to continue"],
    ["bot-check", "Pardon Our Interruption..."],
    ["bot-check", "Checking your browser before accessing paper.example"],
    ["bot-check", "DDoS-Guard"],
    ["bot-check", "Nur einen Moment…"],
    ["bot-check", "Einen Moment bitte..."],
    ["bot-check", "Sicherheitsüberprüfung"],
    ["bot-check", "Un instant…"],
    ["bot-check", "Veuillez patienter"],
    ["bot-check", "Vérification de sécurité"],
    ["bot-check", "Un momento, por favor…"],
    ["bot-check", "¿Eres un robot?"],
    ["consent", "Before you continue to YouTube"],
    ["consent", "Before you continue"],
    ["consent", "Bevor Sie zu Google Maps weitergehen"],
    ["consent", "Avant d&#39;accéder à YouTube"],
    ["consent", "Antes de ir a YouTube"],
    ["consent", "Cookie-Einstellungen | Morgenpost"],
    ["consent", "Gestion des cookies"],
  ])("is a %s when it is titled '%s'", (wall, title) => {
    const { page: described, ...rest } = extractText(page(title), URL_SAVED);
    expect(rest).toMatchObject({ wall, previewCandidates: [] });
    expect(described).not.toHaveProperty("title");
    expect(described).not.toHaveProperty("previewImageUrl");
    expect(described.tags).toEqual([]);
  });

  const needsRedirect: [string, string][] = [
    ["login", "Sign in to continue"],
    ["login", "Sign in - Google Accounts"],
    ["login", "Log in | Paper"],
    ["login", "Login • Paper"],
    ["login", "Log into Facebook"],
    ["login", "Sign Up | LinkedIn"],
    ["login", "Anmelden – Paper"],
    ["login", "Bitte melden Sie sich an"],
    ["login", "Connexion"],
    ["login", "Se connecter | Paper"],
    ["login", "Iniciar sesión"],
    ["error", "Access Denied"],
    ["error", "403 Forbidden"],
    ["error", "404 Not Found"],
    ["error", "404"],
    ["error", "Page not found - Paper"],
    ["error", "Sorry, this page isn&#8217;t available"],
    ["error", "Oops! Something went wrong"],
    ["error", "This page does not exist"],
    ["error", "Seite nicht gefunden | Morgenpost"],
    ["error", "Zugriff verweigert"],
    ["error", "Page introuvable"],
    ["error", "Accès refusé"],
    ["error", "Página no encontrada - Diario"],
    ["error", "Acceso denegado"],
    ["error", "502 Bad Gateway"],
    ["error", "Too Many Requests"],
  ];

  it.each(needsRedirect)("is a %s when a redirect led to what is titled '%s'", (wall, title) => {
    const { page: described, ...rest } = extractText(page(title), URL_ELSEWHERE, URL_SAVED);
    expect(rest).toMatchObject({ wall, previewCandidates: [] });
    expect(described).not.toHaveProperty("title");
  });

  it.each(needsRedirect)("is no %s without a redirect: '%s'", (_, title) => {
    for (const asked of [URL_SAVED, "http://www.paper.example/2024/05/the-last-ferry/#top"]) {
      expect(extractText(page(title), URL_SAVED, asked)).not.toHaveProperty("wall");
    }
  });

  it.each(["404 Not Found", "Forbidden", "Sign in", "Something went wrong"])(
    "keeps the title '%s' otherwise",
    (title) => {
      expect(extractText(page(title), URL_SAVED).page.title).toBe(title);
    },
  );

  it("is an error amid a long navigation too", () => {
    const links = "<li><a href='/x'>Somewhere else</a></li>".repeat(300);
    const html = page(
      "Page not found - Paper",
      `<nav><ul>${links}</ul></nav><p>Try the search.</p><footer>${links}</footer>`,
    );
    expect(extractText(html, URL_ELSEWHERE, URL_SAVED).wall).toBe("error");
    expect(extractText(html, URL_SAVED)).not.toHaveProperty("wall");
  });

  it("is a bot check by its marks, whatever its title", () => {
    for (const mark of ["window._cf_chl_opt={cvId:'3'}", "var dd={'host':'geo.captcha-delivery.com'}"]) {
      const html = page("paper.example", "<noscript>Enable JavaScript</noscript>", `<script>${mark}</script>`);
      expect(extractText(html, URL_SAVED).wall).toBe("bot-check");
    }
  });

  it.each([
    ["consent", "https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch"],
    ["login", "https://accounts.google.com/v3/signin/identifier?continue=x"],
    ["login", "https://paper.example/users/sign_in"],
    ["login", "https://www.linkedin.com/authwall?trk=x"],
    ["bot-check", "https://www.google.com/sorry/index?continue=x"],
  ])("is a %s where a redirect ended at %s", (wall, url) => {
    expect(extractText(page("Whatever it says"), url, URL_SAVED).wall).toBe(wall);
  });

  it("is a login when a redirect led to little more than a password", () => {
    const html = page("Paper", '<form><input type="email"><input type="password"><button>Go</button></form>');
    expect(extractText(html, URL_ELSEWHERE, URL_SAVED).wall).toBe("login");
    expect(extractText(html, URL_SAVED)).not.toHaveProperty("wall");
  });

  it("keeps the icon and the name of its site", () => {
    const html = page("Just a moment...", "", '<meta property="og:site_name" content="Paper">');
    expect(extractText(html, URL_SAVED).page).toEqual({
      siteName: "Paper",
      faviconUrl: "https://paper.example/favicon.ico",
      tags: [],
    });
  });
});

describe("a page that speaks of walls", () => {
  const article = '<meta property="og:type" content="article">';

  it.each([
    ["an article about one", "What Cloudflare's “Just a moment…” page really does", paragraphs(8), article],
    ["a history of one", "Access denied: a history", paragraphs(8), article],
    ["a short note about one", "Access denied: a history", paragraphs(1), ""],
    ["a story with such a name", "Just a moment", paragraphs(8), article],
    ["a long page with such a heading", "Are you a robot?", paragraphs(10), ""],
    [
      "a long table with such a title",
      "Are you a robot?",
      "<table><tr><td>A row of words about robots.</td></tr></table>".repeat(80),
      "",
    ],
    ["a guide to one", "How to fix 404 Not Found", paragraphs(1), ""],
    ["a song", "Sorry", "", '<meta property="og:type" content="music.song">'],
    ["a film", "Forbidden", "", '<meta property="og:type" content="video.movie">'],
    ["a product", "Login", "", '<meta property="og:type" content="product">'],
    ["a page with ordinary words", "Errors we made in 2023", paragraphs(1), ""],
    ["a page about moments", "A moment in the harbour", paragraphs(1), ""],
    ["a German essay", "Nur einen Moment glücklich", paragraphs(1, "de"), ""],
    ["a French essay", "Un moment de paix", paragraphs(1, "fr"), ""],
    ["a page about cookies to eat", "Cookies without butter", paragraphs(1), ""],
  ])("is itself: %s", (_, title, body, head) => {
    const extraction = extractText(page(title, `<article><h1>${title}</h1>${body}</article>`, head), URL_SAVED);
    expect(extraction).not.toHaveProperty("wall");
    expect(extraction.page.title).toBe(title);
  });

  it("is itself where the scripts of a bot check are on every page", () => {
    const scripts = '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>';
    const html = page("The last ferry", paragraphs(1), `${scripts}<script src="/_Incapsula_Resource?SWJ"></script>`);
    expect(extractText(html, URL_SAVED)).not.toHaveProperty("wall");
  });

  it.each([
    ["in its text", "<noscript><h1>JavaScript is disabled</h1></noscript>"],
    ["in a text of its own", "<noscript><main><h1>Please enable JavaScript</h1></main></noscript>"],
    ["in an article of its own", "<noscript><div><article><h1>Just a moment</h1></article></div></noscript>"],
  ])("is itself where a heading for browsers without JavaScript stands %s", (_, noscript) => {
    const extraction = extractText(page("The last ferry", `${noscript}<div id="root"></div>`), URL_SAVED);
    expect(extraction).not.toHaveProperty("wall");
    expect(extraction.page.title).toBe("The last ferry");
  });

  it("is itself where a heading beside its title asks to sign in or to wait", () => {
    for (const heading of ["Log in", "Just a moment", "Before you continue"]) {
      const html = page("The last ferry", `<p>Tickets.</p><h1>${heading}</h1>`);
      expect(extractText(html, URL_SAVED)).not.toHaveProperty("wall");
      expect(extractText(html, URL_SAVED, "https://short.example/x")).not.toHaveProperty("wall");
    }
  });

  it("is itself when its address has the words of its title, however short it is", () => {
    for (const [title, path] of [
      ["Just a moment", "/poems/just-a-moment"],
      ["Robot Check", "/films/robot-check.html"],
      ["Your privacy choices", "/your-privacy-choices"],
      ["Cookie settings", "/legal/cookies"],
    ] as const) {
      expect(extractText(page(title), `https://paper.example${path}`)).not.toHaveProperty("wall");
      expect(extractText(page(title), URL_SAVED)).toHaveProperty("wall");
    }
    // Found by a redirect to another spelling of it.
    expect(extractText(page("404 Not Found"), URL_ELSEWHERE, "https://paper.example/404-not-found")).not.toHaveProperty(
      "wall",
    );
  });

  it("is itself when signing in is what was saved", () => {
    const html = page("Sign in", '<input type="password">');
    expect(extractText(html, "https://paper.example/login")).not.toHaveProperty("wall");
    expect(extractText(html, "https://paper.example/login?next=1", "https://paper.example/login")).not.toHaveProperty(
      "wall",
    );
  });
});

describe("a page that came with a refusal", () => {
  const refused = (html: string) => {
    const bytes = new TextEncoder().encode(html);
    return extractPage({ bytes, contentType: "text/html", charset: "utf-8", url: URL_SAVED, isRefused: true });
  };
  const og = (title: string) => `<meta property="og:title" content="${title}">`;

  it.each([
    ["Open Graph", og("The last ferry")],
    ["JSON-LD", jsonLd({ "@type": "NewsArticle", headline: "The last ferry" })],
    ["a library's metadata", '<meta name="citation_title" content="The last ferry">'],
  ])("describes what is refused by %s", (_, head) => {
    const extraction = refused(page("The last ferry | Paper", "<p>Subscribe to read on.</p>", head));
    expect(extraction).not.toHaveProperty("wall");
    expect(extraction.page.title).toBe("The last ferry");
  });

  it.each([
    ["says nothing but its title", page("The last ferry")],
    ["is a bare error", page("403 Forbidden", "<center><h1>403 Forbidden</h1></center><hr>nginx")],
    ["is an error with metadata", page("Access denied", "", og("Access denied"))],
    ["is a long error with metadata", page("Access denied - Paper", paragraphs(10), og("Access denied - Paper"))],
    ["is the site's", page("Paper", "", `${og("Paper")}<meta property="og:site_name" content="Paper">`)],
    [
      "has the metadata of the first page",
      page("Paper, daily", "", `${og("Paper, daily")}<meta property="og:url" content="https://paper.example/">`),
    ],
    ["asks to sign in", page("Sign in | Paper", "<input type=password>", og("Sign in | Paper"))],
    ["checks for robots", page("Just a moment...", "<p>Checking", og("Just a moment..."))],
    [
      "checks for robots by a mark",
      page("paper.example", "<script>window._cf_chl_opt={}</script>", og("The last ferry")),
    ],
    ["is a program's", page("React App", "", og("React App"))],
  ])("is a wall when it %s", (_, html) => {
    const extraction = refused(html);
    expect(extraction).toHaveProperty("wall");
    expect(extraction.page).not.toHaveProperty("title");
  });
});

describe("looking for walls", () => {
  it("takes a moment for titles made to be slow", () => {
    const units = [
      "a",
      "sign in ",
      "just a ",
      "page ",
      "- ",
      "| ",
      "404 ",
      " ",
      "ne vous ",
      "verify you are ",
      "sorry ",
    ];
    const start = performance.now();
    for (const unit of units) {
      const title = unit.repeat(300).slice(0, 300);
      for (const end of ["", "!", "\u0001", " | x", "- "]) {
        for (const [, pattern] of PHRASES) pattern.test(title + end);
        extractText(page(title + end), URL_SAVED);
      }
    }
    expect(performance.now() - start).toBeLessThan(60_000);
  });
});
