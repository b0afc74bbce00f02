import { MAIL_COMMANDS } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { readMime } from "../message/mime.ts";
import { replyCommandsIn } from "./reply-commands.ts";

const plain = (text: string): string =>
  `Content-Type: text/plain; charset=utf-8\r\n\r\n${text.replaceAll("\n", "\r\n")}`;
const html = (text: string): string => `Content-Type: text/html; charset=utf-8\r\n\r\n${text}`;
const commandsIn = (mail: string) => replyCommandsIn(readMime(Buffer.from(mail)));

const QUOTE =
  "On Thu, 26 Nov 2026 at 10:12, Satchel <no-reply@satchel.example> wrote:\n> 3 links saved\n> undo – take it back\n> #tag – add tags\n";

describe("the commands of a reply", () => {
  test.each([
    ["above what it quotes", `undo\n\n${QUOTE}`],
    ["below what it quotes", `${QUOTE}\nundo\n`],
    ["above a signature", `\n\nundo\n\n-- \nAnna\n#1 in leather`],
    ["above a sentence of a phone", `undo\n\nSent from my iPhone`],
  ])("stand %s", (_, text) => {
    expect(commandsIn(plain(text))).toEqual([{ kind: "undo" }]);
  });

  test("are as many as are written, in their order", () => {
    const text = "#leather #brass\nfolder: Workshop\n\nnote: Compare\nthe prices.\n\nThanks, Anna";
    expect(commandsIn(plain(text))).toEqual([
      { kind: "tag", tags: ["leather", "brass"] },
      { kind: "folder", name: "Workshop" },
      { kind: "note", text: "Compare the prices." },
    ]);
  });

  test("a note ends where a command or a signature begins", () => {
    expect(commandsIn(plain("note: Compare\nthe prices.\nfolder: Workshop"))).toEqual([
      { kind: "note", text: "Compare the prices." },
      { kind: "folder", name: "Workshop" },
    ]);
    expect(commandsIn(plain("note: Compare\n-- \nAnna\nundo"))).toEqual([{ kind: "note", text: "Compare" }]);
  });

  test.each([
    ["an answer without a command", `Thank you!\nundo\n\n${QUOTE}`],
    ["what is quoted alone", QUOTE],
    ["an absence notice", "I am away until Monday.\n\nIn urgent cases call me.\n"],
    ["nothing", ""],
  ])("are none in %s", (_, text) => {
    expect(commandsIn(plain(text))).toEqual([]);
  });

  test.each([
    ["Gmail", '<div dir="ltr">undo</div><br><div class="gmail_quote"><div>On Friday wrote:</div>#tag</div>'],
    ["Apple Mail", '<html><body>undo<br><blockquote type="cite"><div>#tag</div></blockquote></body></html>'],
    ["Outlook", "<style>p{}</style><p class=MsoNormal>undo<o:p></o:p></p><hr><p><b>From:</b> Satchel</p><p>#tag</p>"],
  ])("are read from HTML where there is no text: %s", (_, text) => {
    expect(commandsIn(html(text))).toEqual([{ kind: "undo" }]);
  });

  test("are read from the text where there are both, and never from an attached file", () => {
    const mail = [
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "Content-Disposition: attachment",
      "",
      "undo",
      "--b",
      'Content-Type: multipart/alternative; boundary="a"',
      "",
      "--a",
      "Content-Type: text/plain",
      "",
      "#leather",
      "--a",
      "Content-Type: text/html",
      "",
      "<p>undo</p>",
      "--a--",
      "--b--",
    ].join("\r\n");
    expect(commandsIn(mail)).toEqual([{ kind: "tag", tags: ["leather"] }]);
  });

  test("are bounded, and so is the time to read them", () => {
    expect(commandsIn(plain("#a\n".repeat(10_000)))).toHaveLength(MAIL_COMMANDS);
    expect(commandsIn(html("<div>".repeat(1_000_000)))).toEqual([]);
    expect(commandsIn(plain(`note: ${"x\n".repeat(1_000_000)}`))).toHaveLength(1);
    expect(commandsIn(plain(`${">\n".repeat(500_000)}undo`))).toEqual([]);
  });
});
