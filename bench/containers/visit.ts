import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Link } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { Agent, request } from "undici";
import { say } from "../report.ts";
import { Caller } from "../scaling/caller.ts";
import { sendMail } from "../scaling/mailer.ts";
import { Tally } from "../scaling/tally.ts";
import type { Reachable, Walk } from "./walk.ts";

/** Milliseconds for the event of a mailed link to come. */
const EVENT_MS = 60_000;

/** One person from nothing to a picture: a mailed code, a mail by port 25, the event that says so, the link and its picture. */
export async function visit(walk: Walk<Reachable>): Promise<void> {
  const place = await walk.place();
  const tally = new Tally();
  const caller = new Caller(place.url, tally, place.connect);
  const email = walk.around.addressOf("visitor");
  await caller.call({ method: "POST", path: "/api/auth/register", body: { email }, isHarmless: true });
  const body = { email, code: await place.mailedCode(email) };
  const verified = await caller.call({ method: "POST", path: "/api/auth/verify-email", body, isHarmless: true });
  const { access_token: token } = verified.body as { access_token: string };

  const agent = new Agent({ connect: place.connect ?? {}, bodyTimeout: 0 });
  const headers = { authorization: `Bearer ${token}` };
  const stream = await request(`${place.url}/api/events`, { dispatcher: agent, headers });
  if (stream.statusCode !== 200) throw new Error(`/api/events answers ${stream.statusCode}`);
  const told = nextLinks(stream.body);

  const url = `${walk.around.sites[0]}/pages/picture-${Date.now()}`;
  const began = Date.now();
  const mail = { from: email, to: place.saveAddress, messageId: `<${began}@sender.test>`, text: url };
  await sendMail(place.smtpPort, mail, tally);
  const took = await Promise.race([told.then(() => Date.now() - began), delay(EVENT_MS, -1, { ref: false })]);
  if (took < 0) walk.add("live event", [`none came within ${EVENT_MS / 1000} s of a mail`]);
  const picture = await eventually(async () => {
    const [link] = (await caller.call({ method: "GET", path: "/api/links/", token })).body as Link[];
    if (link?.url !== url || link.preview_image_url === null) throw new Error(`no picture: ${JSON.stringify(link)}`);
    return link.preview_image_url;
  });
  const image = await request(place.url + picture, { dispatcher: agent, headers });
  const octets = (await image.body.arrayBuffer()).byteLength;
  if (image.statusCode !== 200 || octets === 0) walk.add("picture", [`${picture} answers ${image.statusCode}`]);
  await agent.destroy();
  await caller.close();
  say(
    `sign-in, mail by port 25, event ${took} ms after it was sent, link, picture of ${octets} octets (${String(image.headers["content-type"])})`,
  );
}

/** Resolves with the first event about links. */
async function nextLinks(body: Readable): Promise<void> {
  let seen = "";
  for await (const text of body.setEncoding("utf8")) {
    seen += text as string;
    if (seen.includes('"type":"links"')) return;
  }
  throw new Error("the stream of events ended");
}
