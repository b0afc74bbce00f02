import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";
import { CASES } from "../../test/linkding-cases.ts";
import { type Answer, answersOf, withoutApart } from "../../test/linkding-contract.ts";
import { linkdingApps } from "../../test/linkding.ts";

/** What a linkding answers, recorded by `npm run prove:linkding -- --record`. */
const RECORDED = join(import.meta.dirname, "../../test/linkding-answers.json");
const { LINKDING_URL: url, LINKDING_TOKEN: token, LINKDING_RECORD: record } = process.env;

const theirs: Record<string, Answer> =
  url === undefined || token === undefined
    ? JSON.parse(await readFile(RECORDED, "utf8"))
    : await answersOf({ url, token });
if (url !== undefined && record !== undefined) await writeFile(RECORDED, `${JSON.stringify(theirs, null, 2)}\n`);

const system = await startTestSystem();
const app = await linkdingApps(system, "contract").newApp();
const ours = await answersOf({ url: `${system.url}/linkding`, token: app.token });

test.each(CASES)("$name: as a linkding answers", (each) => {
  const [own, other] = [ours[each.name] as Answer, theirs[each.name] as Answer];
  // A difference that is there no more is not to be kept.
  if (each.differs !== undefined) expect(own.status).not.toBe(other.status);
  else expect(withoutApart(each, own)).toEqual(withoutApart(each, other));
});
