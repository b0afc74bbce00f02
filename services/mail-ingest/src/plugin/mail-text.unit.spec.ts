import { MAIL_BYTES } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { MailText } from "./mail-text.ts";

const collect = (...lines: string[]): MailText => {
  const text = new MailText();
  for (const line of lines) text.add_line(Buffer.from(line, "latin1"));
  return text;
};

describe("the text of a mail", () => {
  test("is kept octet for octet, without dot-stuffing", () => {
    const text = collect("From: a\r\n", "\r\n", "..\r\n", "...\r\n", ".x\r\n", "\u00fc\0\r y\r\n");
    expect(text.octets.toString("latin1")).toBe("From: a\r\n\r\n.\r\n..\r\nx\r\n\u00fc\0\r y\r\n");
  });

  test("of the largest mail is kept, and nothing of a larger mail", () => {
    const line = `${"x".repeat(1022)}\r\n`;
    const text = collect(...Array.from({ length: MAIL_BYTES / line.length }, () => line));
    expect(text.octets).toHaveLength(MAIL_BYTES);
    text.add_line(Buffer.from("\r\n"));
    expect(text.octets).toHaveLength(0);
  });

  test("stays empty after it was thrown away", () => {
    const text = collect("a\r\n");
    text.destroy();
    text.add_line(Buffer.from("b\r\n"));
    expect(text.octets).toHaveLength(0);
  });
});
