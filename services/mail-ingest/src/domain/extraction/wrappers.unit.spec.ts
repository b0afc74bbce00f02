import { describe, expect, test } from "vitest";
import { unwrap } from "./wrappers.ts";

describe("an address in a wrapper is taken out of it", () => {
  test.each([
    [
      "Microsoft's",
      "https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fpage.example%2Fa%3Fx%3D1%26y%3D2&data=05%7C01%7Canna&sdata=abc%3D&reserved=0",
      "https://page.example/a?x=1&y=2",
    ],
    [
      "Proofpoint's, version 1",
      "https://urldefense.proofpoint.com/v1/url?u=https://page.example/a%3Fx%3D1&k=AbC%3D%0A&r=x",
      "https://page.example/a?x=1",
    ],
    [
      "Proofpoint's, version 2",
      "https://urldefense.proofpoint.com/v2/url?u=https-3A__media.page.example_images_jupiter-2Dnasa_0x0-5Fq80.jpg-3Fa-3D1-26b-3D2&d=DwMBaQ&c=Vx&e=",
      "https://media.page.example/images/jupiter-nasa/0x0_q80.jpg?a=1&b=2",
    ],
    [
      "Proofpoint's, version 3",
      "https://urldefense.com/v3/__https://page.example/a?x=1__;!!ACWV5N9M2RV99hQ!INUzIF25$",
      "https://page.example/a?x=1",
    ],
    [
      "Proofpoint's, version 3, with one character replaced",
      "https://urldefense.com/v3/__https://page.example/Ykqg0kr0F*2Fyzk2XW@infradead.example/__;JQ!!ACWV5N9M2RV99hQ!MwAZFXXI$",
      "https://page.example/Ykqg0kr0F%2Fyzk2XW@infradead.example/",
    ],
    [
      "Proofpoint's, version 3, with characters beyond ASCII and a run of them",
      `https://urldefense.com/v3/__https://page.example/*a/**B!__;${Buffer.from("äöüß").toString("base64url")}!!Ac!x$`,
      "https://page.example/äa/öüß!",
    ],
    [
      "Proofpoint's, version 3, with one slash",
      "https://urldefense.com/v3/__https:/page.example/a__;!!Ac!x$",
      "https://page.example/a",
    ],
    [
      "Google's",
      "https://www.google.com/url?q=https://page.example/a%3Fx%3D1&sa=D&source=editors",
      "https://page.example/a?x=1",
    ],
    [
      "Google's, of a country",
      "https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fpage.example%2Fa&usg=x",
      "https://page.example/a",
    ],
    ["Facebook's", "https://l.facebook.com/l.php?u=https%3A%2F%2Fpage.example%2Fa&h=AT0", "https://page.example/a"],
    ["Instagram's", "https://l.instagram.com/?u=https%3A%2F%2Fpage.example%2Fa&e=AT0", "https://page.example/a"],
    [
      "LinkedIn's",
      "https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fpage%2Eexample%2Fa&urlhash=x",
      "https://page.example/a",
    ],
    [
      "LinkedIn's new one",
      "https://www.linkedin.com/safety/go?url=https%3A%2F%2Fpage.example%2Fa&trk=x",
      "https://page.example/a",
    ],
    [
      "one within another",
      `https://nam01.safelinks.protection.outlook.com/?url=${encodeURIComponent("https://l.facebook.com/l.php?u=https%3A%2F%2Fpage.example%2Fa")}`,
      "https://page.example/a",
    ],
  ])("%s", (_name, wrapped, address) => expect(unwrap(wrapped)).toBe(address));

  test.each([
    "https://page.example/?url=https://other.example/",
    "https://www.google.com/search?q=https://page.example/",
    "https://www.google.com/url?q=javascript:alert(1)",
    "https://www.google.com/url?q=//page.example",
    "https://google.com.evil.example/url?q=https://page.example/",
    "https://eur02.safelinks.protection.outlook.com/?url=mailto%3Aanna%40page.example",
    "https://l.facebook.com/l.php?h=x",
    "https://urldefense.com/v3/__https://page.example/*__;!!Ac!x$",
    "https://urldefense.proofpoint.com/v2/url?u=https-3A__page.example_-ZZ&d=x",
    "https://www.linkedin.com/in/anna?url=https%3A%2F%2Fpage.example",
    "not an address",
  ])("not from %s", (address) => expect(unwrap(address)).toBe(address));
});
