// `npm run send`: mails links to Satchel and prints what its mail server answers.
import { readMailArguments, USAGE } from "./lib/mail-arguments.mjs";

let wanted;
try {
  wanted = readMailArguments(process.argv.slice(2), process.env);
} catch (error) {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exit(2);
}
const { host, port, mail } = wanted;

const nodemailer = await import("nodemailer").catch(() => {
  console.error("The dependencies are not installed yet: run npm start first.");
  process.exit(1);
});
// A server on this machine has a certificate that nobody signed.
const onLoopback = /^(localhost|127\.|::1$)/.test(host);
const transport = nodemailer.createTransport({ host, port, secure: false, tls: { rejectUnauthorized: !onLoopback } });
try {
  const { response } = await transport.sendMail(mail);
  console.log(response);
} catch (error) {
  const hint =
    error.code === "ESOCKET" || error.code === "ECONNECTION"
      ? `\nIs Satchel running (npm start) with its mail server at ${host}:${port}?`
      : / 5\.7\.1 /.test(error.response ?? "")
        ? "\nSign in on the page with that address first; then mail from it is yours."
        : "";
  console.error(`${error.response ?? error.message}${hint}`);
  process.exitCode = 1;
} finally {
  transport.close();
}
