import type { Stop } from "./drive-draft";
import { median } from "./figures";
import type { PageLoad } from "./page-load";
import type { Wait } from "./slow-visit";

/** The figures of all visits of a page. */
interface Visits extends PageLoad {
  /** On slow 4G with a quarter of the CPU. */
  waits: Wait[];
  /** Milliseconds until the largest paint on the slower line, for pages where it has a target. */
  slowerPaints: number[];
}

/** KB (1,000 bytes) after gzip. */
const MAX_CSS_KB = 20;
/** KB after gzip; other pages have no JavaScript budget. */
const MAX_JS_KB: Record<string, number> = {
  "first visit": 175,
  artist: 150,
  music: 170,
  about: 150,
  review: 150,
};
/** Requests until a page can be used, including those that it makes by itself. */
const MAX_REQUESTS = 22;
/** The same for a page that is only read. */
const MAX_CONTENT_REQUESTS = 6;
/** KB of a page to read on a first view, without pictures of artists. */
const MAX_CONTENT_KB = 86;
/** KB after gzip of the file that every page with scripts loads: React, Remix, and Mantine's parts. */
export const MAX_FRAMEWORK_KB = 118;
/** Targets in milliseconds; of layout shift the same for all. */
const TARGETS = {
  content: { lcp: 1_200, tbt: undefined },
  step: { lcp: 1_000, tbt: 150 },
  other: { lcp: undefined, tbt: undefined },
};
/** The steps that show pictures, whose largest is what is painted last. */
const PICTURE_LCP: Record<string, number> = { music: 1_200, review: 1_200 };
const MAX_SHIFT = 0.02;
/** The target of the wizard steps on the slower line. */
const SLOWER_LCP = 1_800;

const middle = (waits: readonly Wait[], figure: "lcp" | "tbt" | "cls") =>
  median(waits.map((wait) => wait[figure]));

/** Formats a figure with its target, if it has one. */
function against(figure: number, goal: number | undefined, digits: number): string {
  return `${figure.toFixed(digits)} / ${goal ?? "–"}`;
}

/** One figure of a page: its name, its text, and whether it is within its target. */
interface Figure {
  name: string;
  text: string;
  fits: boolean;
}

const figure = (name: string, value: number, goal: number | undefined, digits: number): Figure => ({
  name,
  text: Number.isNaN(value) ? "" : against(value, goal, digits),
  fits: Number.isNaN(value) || goal === undefined || value <= goal,
});

/** All figures of a page, in the order of the table. */
export function toFigures({ page, kind }: Pick<Stop, "page" | "kind">, visits: Visits): Figure[] {
  const targets = TARGETS[kind];
  const kb = (bytes: number) => bytes / 1000;
  const totalKb = visits.html + visits.css + visits.js + visits.font + visits.other;
  const js = kind === "content" ? 0 : MAX_JS_KB[page];
  const maxRequests = kind === "content" ? MAX_CONTENT_REQUESTS : MAX_REQUESTS;
  const foreign = visits.blocking.filter((path) => !path.endsWith(".css"));
  return [
    figure("HTML", kb(visits.html), undefined, 1),
    figure("CSS", kb(visits.css), MAX_CSS_KB, 1),
    figure("JS", kb(visits.js), js, 1),
    figure("font", kb(visits.font), undefined, 1),
    figure("pictures", kb(visits.picture), undefined, 1),
    figure("other", kb(visits.other), undefined, 1),
    figure("in all", kb(totalKb), kind === "content" ? MAX_CONTENT_KB : undefined, 1),
    figure("requests", visits.requests, maxRequests, 0),
    figure("before paint", visits.beforePaint, undefined, 0),
    {
      name: "blocking",
      text: String(visits.blocking.length),
      fits: foreign.length === 0,
    },
    figure("LCP", middle(visits.waits, "lcp"), PICTURE_LCP[page] ?? targets.lcp, 0),
    figure("TBT", middle(visits.waits, "tbt"), targets.tbt, 0),
    figure("CLS", middle(visits.waits, "cls"), MAX_SHIFT, 3),
    figure("slower LCP", median(visits.slowerPaints), SLOWER_LCP, 0),
  ];
}
