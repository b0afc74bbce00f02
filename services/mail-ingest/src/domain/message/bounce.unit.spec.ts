import { expect, test } from "vitest";
import { isFailedDelivery } from "./bounce.ts";

const mail = (...lines: string[]): Buffer => Buffer.from(lines.join("\r\n"));
const report = (action: string, type = 'multipart/report; report-type=delivery-status; boundary="b"'): Buffer =>
  mail(
    "From: MAILER-DAEMON@mx.example",
    `Content-Type: ${type}`,
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Your mail could not be delivered.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example",
    "",
    "Final-Recipient: rfc822; ada@example.org",
    `Action: ${action}`,
    "Status: 5.1.1",
    "--b--",
  );

test("a report of a failure is one, however its fields are written", () => {
  expect(isFailedDelivery(report("failed"))).toBe(true);
  expect(
    isFailedDelivery(report("FAILED", 'Multipart/Report;\r\n boundary=b;\r\n report-type="delivery-status"')),
  ).toBe(true);
});

test.each([
  ["a delay", report("delayed")],
  ["a receipt", report("delivered")],
  ["a report of another kind", report("failed", "multipart/report; report-type=disposition-notification; boundary=b")],
  [
    "a vacation responder",
    mail("From: ada@example.org", "Auto-Submitted: auto-replied", "", "I am away. Action: failed"),
  ],
  ["nothing", Buffer.alloc(0)],
  ["noise", Buffer.alloc(100_000, 0x3a)],
])("%s is none", (_, raw) => {
  expect(isFailedDelivery(raw)).toBe(false);
});
