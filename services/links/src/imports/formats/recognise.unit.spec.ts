import { expect, test } from "vitest";
import { recognise } from "./recognise.ts";

test.each([
  ["html", "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>"],
  ["html", "\n\n<!doctype netscape-bookmark-file-1>"],
  ["html", "<html><body><DL><DT><A HREF=x>"],
  ["html", "<!DOCTYPE html>\n<html><!--So long--><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul>"],
  ["pocket-csv", "title,url,time_added,tags,status\n"],
  ["pocket-csv", "title,url,time_added,cursor,tags,status\r\n"],
  ["raindrop-csv", "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n"],
  // The export of one collection.
  ["raindrop-csv", "id,title,note,excerpt,url,tags,created,cover,highlights,favorite\n"],
  ["instapaper-csv", "URL,Title,Selection,Folder,Timestamp\n"],
  [
    "satchel-csv",
    '"url","title","description","notes","tags","folder","subfolder","is_favorite","visit_count","saved_at"',
  ],
  ["satchel-csv", "url;title;subfolder;visit_count;saved_at\n"],
  ["csv", "title,url,tags,comments,created_at\n"],
  ["csv", "Name,URL\nBread,https://a.example/\n"],
  ["csv", "Name;Link;Created\nBread;https://a.example/;2024-01-02\n"],
  ["csv", "url\ttitle, and more\r\nhttps://a.example/\tBread\r\n"],
  ["csv", "url\r\nhttps://a.example/\r\n"],
  ["csv", "Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight_Count,Last Interaction Date\n"],
  ["wallabag-csv", 'Title;URL;Content;Tags;"MIME Type";Language;"Creation date"\n'],
  ["pinboard-xml", '<?xml version="1.0" encoding="UTF-8"?>\n<posts user="ada">\n<post href="https://a.example/" />'],
  ["markdown-text", "# Links\n\n- [Bread](https://a.example/) #baking\n"],
  ["markdown-text", "---\ntags: links\n---\n* https://a.example/\n"],
  ["markdown-text", "To read\n\nhttps://a.example/\n"],
  ["pinboard-json", '[{"href":"https://a.example/","description":"A","extended":"","toread":"no"'],
  ["linkding-json", '{"count": 1, "next": null, "results": [{"id": 1, "url": "x", "tag_names": []}]}'],
  ["karakeep-json", '{"bookmarks":[{"createdAt":1,"title":null,"tags":[],"content":{"type":"link","url":"x"}}]}'],
  ["karakeep-json", '{"bookmarks":[],"lists":[]}'],
  ["linkwarden-json", '{"id":1,"name":"Ada","username":"ada","collections":[{"id":1,"links":[]}]}'],
  ["omnivore-json", '[{"id":"1","slug":"a","title":"A","savedAt":"2024-10-30T12:39:28.023Z"}]'],
  ["wallabag-json", '[{"is_archived":0,"is_starred":0,"title":"A","url":"x"}]'],
  ["wallabag-json", '[{"0":"1","id":"1","title":"A","url":"x","is_read":"0","is_fav":"1","content":""}]'],
  ["readability-json", '{"bookmarks":[{"article__excerpt":"W","favorite":false,"article__url":"x","content":1}]}'],
  [
    "readwise-highlights-csv",
    "Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags\n",
  ],
  [
    "readeck-json",
    '{"UID":"a1","UserID":1,"Created":"2024-01-02T03:04:05Z","URL":"https://a.example/","SiteName":"A"}',
  ],
  ["readwise-csv", "Title,URL,ID,Document tags,Saved date,Reading progress,Location,LinkIdSet\n"],
  ["mymind-csv", "\ufeffid,type,title,url,content,note,tags,created\n"],
  ["onetab-text", "https://a.example/?b=1 | A | B\r\n\r\nhttps://c.example/ | C"],
  ["onetab-text", "https://a.example/\nhttps://b.example/\n"],
  ["onetab-text", "\ufeff\r\nHTTP://a.example/ A title\r\n"],
  ["onetab-text", "https://a.example/"],
  ["json", '[{"title":"A","tags":["a"],"url":"https://a.example/","others":9,"owner":"ada"}]'],
  ["json", '{"page":1,"bookmarks":[{"id":1,"URL":"https://a.example/","tags":[{"name":"a"}]}]}'],
  ["firefox-json", '{"guid":"root________","title":"","type":"text/x-moz-place-container","children":[{'],
  ["zip", "PK\u0003\u0004\u0014\u0000\u0000\u0000metadata_0_to_20.json"],
  ["satchel-json", '{"satchel":1,"folders":[],"links":[]}'],
])("%s is recognised by how it begins", (format, head) => {
  expect(recognise(head)).toBe(format);
});

test.each([
  ["an empty file", ""],
  ["an empty archive", "PK\u0005\u0006\u0000\u0000"],
  ["a page", "<!DOCTYPE html><html><body><p>Hello <a href=x>x</a>"],
  ["XML", '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">]><lolz>&lol;</lolz>'],
  ["a table of something else", "name,price\nBread,3\n"],
  ["JSON of something else", '{"name":"package","version":"1.0.0"}'],
  ["JSON with one address", '{"name":"package","repository":{"url":"https://a.example/"}}'],
  [
    "the passwords of Bitwarden",
    '{"encrypted":false,"items":[{"name":"A","login":{"uris":[{"match":null,"uri":"https://a.example"}],"password":"x"}}]}',
  ],
  ["the passwords of Chrome", "name,url,username,password,note\nA,https://a.example/,ada,secret,\n"],
  ["the passwords of Safari", "Title,URL,Username,Password,Notes,OTPAuth\nA,https://a.example/,ada,secret,,\n"],
  ["the passwords of Firefox", '"url","username","password","httpRealm"\n"https://a.example","ada","secret",""\n'],
  ["text", "See https://a.example/\n"],
  ["a table without a header", "https://a.example/,A\n"],
])("%s is none of ours", (_what, head) => {
  expect(recognise(head)).toBeUndefined();
});

test.each(["<", "[", "{", '"a":', ",", "<title> ", "<!-- "])(
  "a beginning that is nothing but %j is none of ours",
  (part) => {
    expect(recognise(part.repeat(64 * 1024))).toBeUndefined();
  },
);
