import { shape, type TitleShape } from "./shape.ts";

/** Posts, forums, questions and answers. */
export const posts: readonly TitleShape[] = [
  shape(
    "X by its head alone",
    "https://x.com/harbourmaster/status/1500000000000000000",
    {
      title: "Harbour Master on X: &quot;The north gate stays shut&quot; / X",
      og: "Harbour Master (@harbourmaster) on X",
      site: "X (formerly Twitter)",
    },
    "Harbour Master (@harbourmaster) on X",
  ),
  shape(
    "X with notifications, by its title alone",
    "https://x.com/harbourmaster/status/1500000000000000000",
    { title: "(12) Harbour Master on X: &quot;The north gate stays shut&quot; / X" },
    'Harbour Master on X: "The north gate stays shut"',
  ),
  shape(
    "Mastodon",
    "https://mastodon.social/@Gargron/111222333444555666",
    {
      title: "Eugen Rochko: &quot;We are releasing 4.5 today&quot; - Mastodon",
      og: "Eugen Rochko (@Gargron@mastodon.social)",
      site: "Mastodon",
    },
    "Eugen Rochko (@Gargron@mastodon.social)",
  ),
  shape(
    "Bluesky",
    "https://bsky.app/profile/jane.example/post/3kabc",
    {
      title: "Jane Doe (@jane.example)",
      og: "Jane Doe (@jane.example)",
      site: "Bluesky Social",
      body: "<noscript><h1>JavaScript Required</h1></noscript><div><h3>Jane Doe</h3></div>",
    },
    "Jane Doe (@jane.example)",
  ),
  shape(
    "LinkedIn post",
    "https://www.linkedin.com/posts/jane-doe_hiring-activity-7000000000000000000-abcd",
    {
      title: "Jane Doe on LinkedIn: We are hiring lighthouse keepers | 42 comments",
      og: "Jane Doe on LinkedIn: We are hiring lighthouse keepers",
      twitter: "Jane Doe on LinkedIn: We are hiring lighthouse keepers",
      body: "<main><h1>Jane Doe’s Post</h1></main>",
    },
    "Jane Doe on LinkedIn: We are hiring lighthouse keepers",
  ),
  shape(
    "LinkedIn profile",
    "https://www.linkedin.com/in/jane-doe",
    {
      title: "Jane Doe - Harbour Authority | LinkedIn",
      og: "Jane Doe - Harbour Authority | LinkedIn",
      site: "LinkedIn",
      body: "<main><h1>Jane Doe</h1></main>",
    },
    "Jane Doe",
  ),
  shape(
    "Instagram",
    "https://www.instagram.com/p/Cabcdefghij/",
    {
      title: "Instagram",
      og: "Jane Doe on Instagram: &quot;First light&quot;",
      site: "Instagram",
    },
    'Jane Doe on Instagram: "First light"',
  ),
  shape(
    "Facebook",
    "https://www.facebook.com/harbourmuseum",
    { title: "Harbour Museum | Hamburg | Facebook", og: "Harbour Museum", site: "Facebook" },
    "Harbour Museum",
  ),
  shape(
    "Pinterest",
    "https://www.pinterest.com/pin/123456789/",
    {
      title: "Small harbour kitchen ideas | Kitchen design, Kitchen, Home - Pinterest",
      og: "Small harbour kitchen ideas",
      twitter: "Small harbour kitchen ideas",
      site: "Pinterest",
      body: "<h1>Small harbour kitchen ideas</h1>",
    },
    "Small harbour kitchen ideas",
  ),
  shape(
    "Reddit",
    "https://www.reddit.com/r/woodworking/comments/abc123/first_dovetail_after_ten_tries/",
    {
      title: "First dovetail after ten tries : r/woodworking",
      og: "r/woodworking on Reddit: First dovetail after ten tries",
      twitter: "r/woodworking on Reddit: First dovetail after ten tries",
      site: "Reddit",
      body: '<main><h1 slot="title">\n First dovetail after ten tries\n</h1></main>',
    },
    "First dovetail after ten tries",
  ),
  shape(
    "old Reddit",
    "https://old.reddit.com/r/woodworking/comments/abc123/first_dovetail_after_ten_tries/",
    {
      title: "First dovetail after ten tries : woodworking",
      og: "First dovetail after ten tries • r/woodworking",
      site: "reddit",
    },
    "First dovetail after ten tries",
  ),
  shape(
    "Hacker News",
    "https://news.ycombinator.com/item?id=1",
    { title: "Show HN: A tide table for small harbours | Hacker News" },
    "Show HN: A tide table for small harbours",
  ),
  shape(
    "Lobsters",
    "https://lobste.rs/s/abc123/a_tide_table_for_small_harbours",
    { title: "A tide table for small harbours | Lobsters", og: "A tide table for small harbours", site: "Lobsters" },
    "A tide table for small harbours",
  ),
  shape(
    "Stack Overflow",
    "https://stackoverflow.com/questions/11227809/why-is-processing-a-sorted-array-faster-than-processing-an-unsorted-array",
    {
      title: "java - Why is processing a sorted array faster than processing an unsorted array? - Stack Overflow",
      site: "Stack Overflow",
      head: '<meta name="twitter:title" property="og:title" itemprop="name" content="Why is processing a sorted array faster than processing an unsorted array?">',
      body: '<h1 itemprop="name" class="fs-headline1"><a href="#">Why is processing a sorted array faster than processing an unsorted array?</a></h1>',
    },
    "Why is processing a sorted array faster than processing an unsorted array?",
  ),
  shape(
    "Discourse",
    "https://meta.discourse.org/t/how-to-back-up-a-forum/12345",
    {
      title: "How to back up a forum - Documentation / Site Management - Discourse Meta",
      og: "How to back up a forum",
      twitter: "How to back up a forum",
      site: "Discourse Meta",
      body: '<header><a href="/">Discourse Meta</a></header><div id="topic-title"><h1><a href="/t/12345">How to back up a forum</a></h1></div>',
    },
    "How to back up a forum",
  ),
  shape(
    "phpBB",
    "https://forum.segeln.example/viewtopic.php?t=4711",
    {
      lang: "de",
      title: "Welcher Anker für Schlick? - Segelforum",
      body: '<div class="headerbar" role="banner"><div id="site-description"><a id="logo" href="./index.php" title="Foren-Übersicht"></a><h1>Segelforum</h1></div></div><h2 class="topic-title">Welcher Anker für Schlick?</h2>',
    },
    "Welcher Anker für Schlick?",
  ),
  shape(
    "title that ends with the host's town",
    "https://www.hamburg.de/leben",
    { title: "Life in Hamburg" },
    "Life in Hamburg",
  ),
];
