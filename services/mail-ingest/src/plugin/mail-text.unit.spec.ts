import { MAIL_BYTES } from "@satchel/contracts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LINE_BYTES } from "../limits.ts";
import { MailText } from "./mail-text.ts";

/** Takes octets in pieces of the given sizes, turn by turn. */
function read(wire: string, sizes: readonly number[] = [wire.length || 1]) {
  const text = new MailText();
  const octets = Buffer.from(wire, "latin1");
  for (let at = 0, i = 0; at < octets.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    const taken = text.take(octets.subarray(at, at + size));
    at += size;
    if (taken === "more") continue;
    if (taken === "bare-line-feed") return { text, end: taken };
    // What was not offered yet comes behind what was.
    return { text, end: "whole", behind: taken.behind.toString("latin1") + octets.subarray(at).toString("latin1") };
  }
  return { text, end: "more" };
}

const mailOf = ({ text }: ReturnType<typeof read>): string => text.octets.toString("latin1");

describe("a mail that comes in", () => {
  test("is kept octet for octet, without its end and the dots that were put in", () => {
    const whole = read("From: a\r\n\r\n..\r\n...\r\n.x\r\nü\0\r y\r\n.\r\n");
    expect(whole.end).toBe("whole");
    expect(mailOf(whole)).toBe("From: a\r\n\r\n.\r\n..\r\nx\r\nü\0\r y\r\n");
  });

  test("of nothing is nothing", () => expect(mailOf(read(".\r\n"))).toBe(""));

  test("ends at the first dot alone on its line; what comes behind is told, and not counted", () => {
    const whole = read("a\r\n.\r\nMAIL FROM:<>\r\n.\r\n");
    expect(whole).toMatchObject({ end: "whole", behind: "MAIL FROM:<>\r\n.\r\n" });
    expect(mailOf(whole)).toBe("a\r\n");
    expect(whole.text.bytes).toBe("a\r\n.\r\n".length);
  });

  test.each(["a\r\n.", "a\r\n.\r", "a\r\n.\ra", "a\r\n", "a.\r\n", "a\r\n ..\r\n", "\r\n.\r.\r\n"])(
    "is not at its end with %j",
    (wire) => expect(read(wire).end).toBe("more"),
  );

  test.each(["\n", "a\n", "a\r\n\n", ".\n", "a\r\n.\n", "a\n.\r\n", "\n.\r\n", "\r\n.\r\r\n\n", "a\r\n.b\n"])(
    "must not be taken with the bare line feed in %j, in whatever pieces it comes",
    (wire) => {
      expect(read(`${wire}more`).end).toBe("bare-line-feed");
      expect(read(`${wire}more`, [1]).end).toBe("bare-line-feed");
    },
  );

  test("comes to the same in whatever pieces it comes", () => {
    const wires = fc
      .array(fc.constantFrom("\r\n", ".\r\n", ".", "\r", "\n", "..", "a", "\r\n.", "\r\n.\r", "From: b\r\n"), {
        maxLength: 30,
      })
      .map((parts) => parts.join(""));
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(wires, sizes, (wire, pieces) => {
        const [atOnce, inPieces] = [read(wire), read(wire, pieces)];
        expect(inPieces.end).toBe(atOnce.end);
        if (atOnce.end !== "whole") return;
        expect([mailOf(inPieces), inPieces.behind, inPieces.text.bytes]).toEqual([
          mailOf(atOnce),
          atOnce.behind,
          atOnce.text.bytes,
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  test("comes out as it was before its sender put dots in", () => {
    const lines = fc.array(
      fc.string({ unit: fc.constantFrom(".", "a", "\r", " ") }).filter((line) => !line.endsWith("\r")),
    );
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 7 }), (some, size) => {
        const mail = some.map((line) => `${line}\r\n`).join("");
        const wire = some.map((line) => `${line.startsWith(".") ? "." : ""}${line}\r\n`).join("");
        expect(mailOf(read(`${wire}.\r\n`, [size]))).toBe(mail);
      }),
    );
  });
});

describe("the limits", () => {
  test("a line may be as long as it may, with its end; one octet more is told, also when it comes in pieces", () => {
    const line = (length: number): string => `${"x".repeat(length - 2)}\r\n`;
    const longest = read(`${line(LINE_BYTES)}.\r\n`, [1000]);
    expect([longest.text.hasLongLine, mailOf(longest).length]).toEqual([false, LINE_BYTES]);
    for (const size of [1000, 2 * LINE_BYTES]) {
      const longer = read(`a\r\n${line(LINE_BYTES + 1)}b\r\n.\r\n`, [size]);
      expect(longer).toMatchObject({ end: "whole", text: { hasLongLine: true } });
      expect(mailOf(longer)).toBe("");
    }
  });

  test("the largest mail is kept whatever comes behind it; of a larger one nothing is", () => {
    const line = `${"x".repeat(1022)}\r\n`;
    const largest = line.repeat(MAIL_BYTES / line.length);
    expect(mailOf(read(`${largest}.\r\nNOOP\r\n`, [65_536])).length).toBe(MAIL_BYTES);
    const larger = read(`${largest}\r\n.\r\n`, [65_536]);
    expect(larger.end).toBe("whole");
    expect(larger.text.bytes).toBeGreaterThan(MAIL_BYTES);
    expect(mailOf(larger)).toBe("");
  });

  test("a mail that was let go of stays so, and its end is found", () => {
    const text = new MailText();
    text.take(Buffer.from("a\r\n"));
    text.destroy();
    expect(text.take(Buffer.from("b\r\n.\r\n"))).toEqual({ behind: Buffer.alloc(0) });
    expect(text.octets).toHaveLength(0);
  });
});
