import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { decodePage } from "../../services/enrichment/src/domain/extraction/decode-page.ts";

/**
 * Pages with the text that people took for their main one. No corpus is in this repository; a folder named by
 * `ARTICLE_CORPORA` has them as they are published: `wcxb` (Murrough Foley's WCXB, CC BY 4.0), `scrapinghub`
 * (article-extraction-benchmark) and `trafilatura` (the folder `tests` of that program).
 */
export interface LabelledPage {
  readonly id: string;
  readonly url: string;
  /** The kind of page, as the corpus names it. */
  readonly kind: string;
  readonly text: string;
  /** What people wrote down of its description; the day of publication as `2025-01-15`. */
  readonly declared: { readonly title?: string; readonly author?: string; readonly date?: string };
  readonly html: () => string;
}

const gunzipped = (file: string): string => gunzipSync(readFileSync(file)).toString("utf8");

/** The folder with the corpora. @throws Error when it is not named */
export function corporaFolder(): string {
  const folder = process.env["ARTICLE_CORPORA"];
  if (folder === undefined)
    throw new Error("ARTICLE_CORPORA must name a folder with wcxb, scrapinghub and trafilatura");
  return folder;
}

interface WcxbTruth {
  readonly url?: string;
  readonly _internal: { readonly page_type: { readonly primary: string } };
  readonly ground_truth: {
    readonly main_content?: string;
    readonly title?: string | null;
    readonly author?: string | null;
    readonly publish_date?: string | null;
  };
}

/** @param split `dev`; `test` is held out: it is measured, never trained on or looked at */
export function wcxb(folder: string, split: "dev" | "test"): LabelledPage[] {
  const dir = join(folder, "wcxb", split);
  return readdirSync(join(dir, "html"))
    .sort()
    .map((file) => {
      const id = file.replace(/\.html\.gz$/, "");
      const truth = JSON.parse(readFileSync(join(dir, "ground-truth", `${id}.json`), "utf8")) as WcxbTruth;
      return {
        id,
        url: truth.url ?? "",
        kind: truth._internal.page_type.primary,
        text: truth.ground_truth.main_content ?? "",
        declared: declaredIn(truth.ground_truth),
        html: () => gunzipped(join(dir, "html", file)),
      };
    });
}

function declaredIn({ title, author, publish_date: date }: WcxbTruth["ground_truth"]): LabelledPage["declared"] {
  return { ...(title ? { title } : {}), ...(author ? { author } : {}), ...(date ? { date } : {}) };
}

export function scrapinghub(folder: string): LabelledPage[] {
  const dir = join(folder, "scrapinghub");
  const truths = JSON.parse(readFileSync(join(dir, "ground-truth.json"), "utf8")) as Record<
    string,
    { readonly articleBody?: string; readonly url: string }
  >;
  return Object.entries(truths).map(([id, { articleBody = "", url }]) => ({
    id,
    url,
    kind: "article",
    declared: {},
    text: articleBody,
    html: () => gunzipped(join(dir, "html", `${id}.html.gz`)),
  }));
}

/** A page of which people wrote down some sentences that are its text, and some that are not. */
export interface SampledPage {
  readonly url: string;
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
  readonly html: () => string;
}

/** Never trained on. */
export function trafilatura(folder: string): SampledPage[] {
  const dir = join(folder, "trafilatura");
  const truths = JSON.parse(readFileSync(join(dir, "evaldata.json"), "utf8")) as Record<
    string,
    { readonly file: string; readonly with: string[]; readonly without: string[] }
  >;
  return Object.entries(truths).flatMap(([url, { file, with: wanted, without: unwanted }]) => {
    const path = ["cache", "eval"].map((place) => join(dir, place, file)).find(existsSync);
    if (path === undefined) return [];
    return [{ url, wanted, unwanted, html: () => decodePage(readFileSync(path), undefined, "") }];
  });
}
