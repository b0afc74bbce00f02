import { SHORTCUT_BYTES } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { type DropContent, foundIn } from "./dropped.ts";

const nothing: DropContent = { uriList: "", hrefs: [], text: "", files: [] };
const file = (name: string, content: string | Uint8Array<ArrayBuffer>): File => new File([content], name);
const INI = "[InternetShortcut]\r\nURL=https://a.example/x?y=1&z=2\r\n";
const XML = "<plist><dict><key>URL</key><string>https://b.example/?a=1&amp;b=2</string></dict></plist>";

/** A binary property list with one key and one string, as macOS writes it. */
function binary(address: string): Uint8Array<ArrayBuffer> {
  const text = `bplist00\u00d1\u0001\u0002SURL_\u0010${String.fromCharCode(address.length)}${address}\u0008`;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

describe("what is dropped on the page is saved as the addresses in it", () => {
  test("a link, or a picture with a link, as where it leads to", async () => {
    const uriList = "# from a page\r\nhttps://a.example/\r\nhttps://b.example/";
    const picture = { ...nothing, uriList, files: [file("bread.png", "…")], text: "https://c.example/" };
    expect(await foundIn(picture)).toEqual({
      urls: ["https://a.example/", "https://b.example/"],
      files: [],
      refused: [],
    });
  });

  test("a text as its links and the addresses in it, each once", async () => {
    const hrefs = ["https://a.example/", "/here", "javascript:alert(1)", "mailto:a@b.example"];
    const text = "Look: https://b.example/, and https://a.example/.";
    expect(await foundIn({ ...nothing, hrefs, text })).toEqual({
      urls: ["https://a.example/", "https://b.example/"],
      files: [],
      refused: [],
    });
  });

  test("shortcut files as the address that each holds, other files as they are; what is imported instead is refused by name", async () => {
    const files = [
      file("one.url", INI),
      file("two.webloc", XML),
      file("three.WEBLOC", binary("https://c.example/page")),
      file("bread.png", "https://no.example/"),
      file("bookmarks.html", "<a href='https://no.example/'>"),
      file("none.url", "[InternetShortcut]\r\nURL=file:///etc/passwd\r\n"),
      file("large.url", INI + " ".repeat(SHORTCUT_BYTES)),
    ];
    expect(await foundIn({ ...nothing, files })).toEqual({
      urls: ["https://a.example/x?y=1&z=2", "https://b.example/?a=1&b=2", "https://c.example/page"],
      files: [files[3]],
      refused: ["none.url", "large.url", "bookmarks.html"],
    });
  });

  test("no more files than can be saved at once", async () => {
    const files = Array.from({ length: 102 }, (_, n) => file(`${n}.url`, `URL=https://a.example/${n}`));
    const { urls, refused } = await foundIn({ ...nothing, files });
    expect(urls).toHaveLength(100);
    expect(refused).toEqual(["100.url", "101.url"]);
  });
});
