import { icon, jsonLd, named, og, paragraphs, type SamplePage, whole } from "./page.ts";

/** Films, music, posts. */
export const social: SamplePage[] = [
  {
    name: "YouTube-like film",
    url: "https://www.youtube.com/watch?v=dQw4w9WgXcX",
    html: whole(
      `<title>How a lock works - YouTube</title><meta name="title" content="How a lock works"><meta name="description" content="Two gates and a lot of water."><meta name="keywords" content="lock, canal, boat"><link rel="shortcut icon" href="https://www.youtube.com/s/desktop/img/favicon.ico" type="image/x-icon"><link rel="icon" href="https://www.youtube.com/s/desktop/img/favicon_144x144.png" sizes="144x144"><link rel="alternate" type="application/json+oembed" href="https://www.youtube.com/oembed?format=json&amp;url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcX" title="How a lock works">
${og({ "og:site_name": "YouTube", "og:url": "https://www.youtube.com/watch?v=dQw4w9WgXcX", "og:title": "How a lock works", "og:image": "https://i.ytimg.com/vi/dQw4w9WgXcX/maxresdefault.jpg", "og:image:width": "1280", "og:image:height": "720", "og:description": "Two gates and a lot of water.", "og:type": "video.other" })}<meta property="og:video:tag" content="lock"><meta property="og:video:tag" content="canal"><meta property="og:video:tag" content="boat">`,
      `<div itemscope itemtype="http://schema.org/VideoObject"><link itemprop="url" href="https://www.youtube.com/watch?v=dQw4w9WgXcX"><meta itemprop="name" content="How a lock works"><span itemprop="author" itemscope><link itemprop="name" content="Canal Channel"></span><meta itemprop="datePublished" content="2019-05-05T07:00:00-07:00"></div>`,
    ),
    expected: {
      title: "How a lock works",
      description: "Two gates and a lot of water.",
      image: "https://i.ytimg.com/vi/dQw4w9WgXcX/maxresdefault.jpg",
      icon: "https://www.youtube.com/s/desktop/img/favicon_144x144.png",
      siteName: "YouTube",
      author: "Canal Channel",
      publishedAt: "2019-05-05T14:00:00.000Z",
      mediaType: "video",
      tags: ["lock", "canal", "boat"],
    },
  },
  {
    name: "Vimeo-like film",
    url: "https://vimeo.com/76979871",
    html: whole(
      `<title>The New Pier on Vimeo</title>${og({ "og:site_name": "Vimeo", "og:url": "https://vimeo.com/76979871", "og:type": "video.other", "og:title": "The New Pier", "og:description": "It opened last week.", "og:image": "https://i.vimeocdn.com/video/452001751-8216_1280x720.jpg" })}${jsonLd([{ "@context": "http://schema.org", "@type": "VideoObject", name: "The New Pier", uploadDate: "2013-10-15T14:08:29-04:00", author: { "@type": "Person", name: "Pier Films" }, thumbnailUrl: "https://i.vimeocdn.com/video/452001751-8216_1280x720.jpg", description: "It opened last week." }])}`,
      "<main></main>",
    ),
    expected: {
      title: "The New Pier",
      description: "It opened last week.",
      image: "https://i.vimeocdn.com/video/452001751-8216_1280x720.jpg",
      siteName: "Vimeo",
      author: "Pier Films",
      publishedAt: "2013-10-15T18:08:29.000Z",
      mediaType: "video",
    },
  },
  {
    name: "post without JavaScript",
    url: "https://x.com/harbourmaster/status/1500000000000000000",
    html: `<!DOCTYPE html><html dir="ltr" lang="en"><head><meta charset="utf-8" /><link rel="shortcut icon" href="//abs.twimg.com/favicons/twitter.3.ico"><link rel="apple-touch-icon" sizes="192x192" href="https://abs.twimg.com/responsive-web/client-web/icon-ios.77.png" /><meta property="og:site_name" content="X (formerly Twitter)" />${og({ "og:title": "Harbour Master (@harbourmaster) on X", "og:description": "The north gate stays shut until the swans have hatched. #swans #harbour", "og:image": "https://pbs.twimg.com/media/swans.jpg:large", "og:type": "article" })}<title></title></head><body><noscript><h1>JavaScript is not available.</h1><p>We’ve detected that JavaScript is disabled in this browser.</p></noscript><div id="react-root"></div></body></html>`,
    expected: {
      title: "Harbour Master (@harbourmaster) on X",
      description: "The north gate stays shut until the swans have hatched. #swans #harbour",
      image: "https://pbs.twimg.com/media/swans.jpg:large",
      icon: "https://abs.twimg.com/responsive-web/client-web/icon-ios.77.png",
      siteName: "X (formerly Twitter)",
      mediaType: "post",
      tags: ["swans", "harbour"],
    },
  },
  {
    name: "Mastodon post",
    url: "https://sea.social.example/@luise/111222333444555666",
    html: whole(
      `<title>Luise: "Heute zwei Robben gesehen. #robben" - Meer.social</title>${og({ "og:site_name": "Meer.social", "og:type": "article", "og:title": "Luise (@luise@sea.social.example)", "og:url": "https://sea.social.example/@luise/111222333444555666", "og:published_time": "2023-10-12T09:00:11Z", "profile:username": "luise@sea.social.example", "og:description": "Heute zwei Robben gesehen. #robben", "og:image": "https://sea.social.example/system/media/original/robbe.jpeg", "og:image:width": "1600", "og:image:height": "1200" })}<link href="https://sea.social.example/api/oembed?format=json&amp;url=x" rel="alternate" type="application/json+oembed">${icon("/packs/icons/favicon-48x48.png", 'sizes="48x48" type="image/png"')}`,
      `<div id="mastodon"></div><noscript><div>To use the Mastodon web application, please enable JavaScript.</div></noscript>`,
      'lang="de"',
    ),
    expected: {
      title: "Luise (@luise@sea.social.example)",
      description: "Heute zwei Robben gesehen. #robben",
      image: "https://sea.social.example/system/media/original/robbe.jpeg",
      icon: "https://sea.social.example/packs/icons/favicon-48x48.png",
      siteName: "Meer.social",
      language: "de",
      tags: ["robben"],
    },
  },
  {
    name: "music album",
    url: "https://tidalwave.bandcamp.com/album/low-water",
    html: whole(
      `<title>Low Water | Tidal Wave</title><meta name="title" content="Low Water, by Tidal Wave" />${og({ "og:title": "Low Water, by Tidal Wave", "og:type": "album", "og:site_name": "Tidal Wave", "og:description": "9 track album", "og:image": "https://f4.bcbits.com/img/a2016_5.jpg" })}${jsonLd({ "@type": "MusicAlbum", "@id": "https://tidalwave.bandcamp.com/album/low-water", name: "Low Water", datePublished: "05 Feb 2021 00:00:00 GMT", image: "https://f4.bcbits.com/img/a2016_10.jpg", byArtist: { "@type": "MusicGroup", name: "Tidal Wave" }, publisher: { name: "Tidal Wave" }, keywords: ["ambient", "drone", "Leith"] })}`,
      `<h2 class="trackTitle">Low Water</h2>`,
    ),
    expected: {
      title: "Low Water, by Tidal Wave",
      description: "9 track album",
      image: "https://f4.bcbits.com/img/a2016_5.jpg",
      siteName: "Tidal Wave",
      publishedAt: "2021-02-05T00:00:00.000Z",
      mediaType: "audio",
      tags: ["ambient", "drone", "Leith"],
    },
  },
  {
    name: "podcast episode in Next.js",
    url: "https://podcast.example/episodes/44-rope",
    html: whole(
      `<title>44: Rope — Bollard Talk</title>${named({ description: "What holds ships, and what does not." })}${og({ "og:title": "44: Rope", "og:type": "website", "og:image": "https://podcast.example/_next/image?url=%2Fcovers%2F44.png&amp;w=1200&amp;q=75", "og:site_name": "Bollard Talk" })}${jsonLd({ "@context": "https://schema.org", "@type": "PodcastEpisode", name: "44: Rope", datePublished: "2023-08-30" })}<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"title":"<title>wrong</title>"}}}</script>`,
      `<div id="__next"><main><h1>44: Rope</h1>${paragraphs(1)}</main></div>`,
    ),
    expected: {
      title: "44: Rope",
      description: "What holds ships, and what does not.",
      image: "https://podcast.example/_next/image?url=%2Fcovers%2F44.png&w=1200&q=75",
      siteName: "Bollard Talk",
      publishedAt: "2023-08-30T00:00:00.000Z",
      mediaType: "audio",
    },
  },
  {
    name: "film database entry",
    url: "https://www.filmarchiv.example/title/tt0047296/",
    html: whole(
      `<title>On the Waterfront (1954) - Filmarchiv</title>${og({ "og:title": "On the Waterfront (1954) ⭐ 8.1 | Crime, Drama", "og:site_name": "Filmarchiv", "og:type": "video.movie", "og:image": "https://m.filmarchiv.example/images/poster.jpg", "og:description": "1h 48m | Approved" })}${jsonLd({ "@context": "https://schema.org", "@type": "Movie", url: "https://www.filmarchiv.example/title/tt0047296/", name: "On the Waterfront", image: "https://m.filmarchiv.example/images/poster.jpg", description: "A docker stands up to the bosses.", datePublished: "1954-07-28", keywords: "docks,union,pigeon" })}`,
      "<main><h1>On the Waterfront</h1></main>",
    ),
    expected: {
      image: "https://m.filmarchiv.example/images/poster.jpg",
      siteName: "Filmarchiv",
      publishedAt: "1954-07-28T00:00:00.000Z",
      mediaType: "video",
      tags: ["docks", "union", "pigeon"],
    },
  },
  {
    name: "page of one who has a title like a wall",
    url: "https://open.spotify.com/track/3n3Ppam7vgaVa1iaRUc9Lp",
    html: whole(
      `<title>Just a Moment - song and lyrics by The Quays | Spotify</title>${og({ "og:title": "Just a Moment", "og:site_name": "Spotify", "og:type": "music.song", "og:description": "The Quays · Song · 2019", "og:image": "https://i.scdn.co/image/ab67616d0000b273" })}`,
      "<main></main>",
    ),
    expected: {
      title: "Just a Moment",
      description: "The Quays · Song · 2019",
      image: "https://i.scdn.co/image/ab67616d0000b273",
      siteName: "Spotify",
      mediaType: "audio",
    },
  },
];
