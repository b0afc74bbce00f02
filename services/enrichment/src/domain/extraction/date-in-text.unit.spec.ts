import { describe, expect, it } from "vitest";
import { describeText } from "../../../test/html.ts";

const TEXT = `<p>${"The ferry left before sunrise, and nobody knew when the next one was due. ".repeat(4)}</p>`.repeat(
  4,
);
const shown = (line: string) =>
  describeText(`<title>The tide turns</title><article><h1>The tide turns</h1>${line}${TEXT}</article>`).publishedAt;
const declared = (date: string) => describeText(`<meta name="pubdate" content="${date}">`).publishedAt;

describe("the date beside a title", () => {
  it.each([
    ["<p>March 12, 2025</p>", "2025-03-12"],
    ["<p>Jun 08, 2023 &#8226; 11 Minute Read</p>", "2023-06-08"],
    ["<div>By Ada Tide <span>12th March 2025</span><span>5 min</span></div>", "2025-03-12"],
    ["<p>Published: 2025.03.12 | Essay</p>", "2025-03-12"],
    ["<p>23.07.2025</p>", "2025-07-23"],
    ["<p>7/23/2025</p>", "2025-07-23"],
    ["<p>12. März 2025</p>", "2025-03-12"],
    ["<p>Veröffentlicht am 3. Dez. 2025</p>", "2025-12-03"],
    ["<p>Publié le 1er août 2025</p>", "2025-08-01"],
    ["<p>mercredi 12 févr. 2025</p>", "2025-02-12"],
    ["<p>12 de marzo de 2025</p>", "2025-03-12"],
    ["<p>5 ago 2025</p>", "2025-08-05"],
    ["<p>12 maggio 2025</p>", "2025-05-12"],
    ["<p>12 de março de 2025</p>", "2025-03-12"],
    ["<p>12 maart 2025</p>", "2025-03-12"],
    ["<p>12 października 2025</p>", "2025-10-12"],
    ["<p>2025年3月12日 09時30分 公開</p>", "2025-03-12"],
    ["<p>发布时间：2025年12月3日</p>", "2025-12-03"],
    ["<p>입력 2025년 3월 12일</p>", "2025-03-12"],
    ["<p>最終更新日：2025年3月12日</p>", undefined],
    ["<p>수정 2025.03.12</p>", undefined],
    ["<p>更新于 2025-03-12，发布于 2024-03-12</p>", "2024-03-12"],
    ["<p>Zaktualizowano 12 października 2025</p>", undefined],
    ["<p>31 février 2025</p>", undefined],
    ["<p>August 16, 2019 - Updated July 9, 2025</p>", "2019-08-16"],
    ["<p>Updated July 9, 2025. Published August 16, 2019</p>", "2019-08-16"],
    ['<p><time datetime="2025-03-12T09:00:00Z">3 days ago</time></p>', "2025-03-12"],
    ['<abbr class="published" title="2025-03-12T09:00:00Z">Wednesday</abbr>', "2025-03-12"],
    ["<p>Last updated: July 9, 2025</p>", undefined],
    ["<p>Updated</p><p>July 9, 2025</p>", undefined],
    ["<p>February 31, 2026</p>", undefined],
    ["<p>3/4/2025</p>", undefined],
    [
      "<p>We were at sea on March 12, 2025 and saw how the tide turned twice in one night, which is rare here.</p>",
      undefined,
    ],
  ])("%s is %s", (line, day) => {
    expect(shown(line)?.slice(0, 10)).toBe(day);
  });

  it("is not that of a card on a page of cards", () => {
    const card = '<h3><a href="/a">A ferry sinks</a></h3><p>March 12, 2025</p>';
    expect(describeText(`<main><h1>News of the coast</h1>${card.repeat(5)}</main>`).publishedAt).toBeUndefined();
  });
});

describe("a declared date", () => {
  it.each([
    ["2023 Jan 7", "2023-01-07T00:00:00.000Z"],
    ["Thu, 09/25/2025 - 11:38", "2025-09-25T00:00:00.000Z"],
    ["2025-12-13 00:00:00 +0000 UTC", "2025-12-13T00:00:00.000Z"],
    ["February 24, 2006 02:01am", "2006-02-24T00:00:00.000Z"],
    ["12.12.2025", "2025-12-12T00:00:00.000Z"],
    ["05.04.2025", undefined],
    ["31.02.2026", undefined],
  ])("%s is %s", (text, instant) => {
    expect(declared(text)).toBe(instant);
  });
});
