import { durationWords } from "~/platform/formats/duration";
import { type Histogram, type HistogramMap, mean, percentile } from "../figures/histogram";
import { BROWSERS, UPLOAD_STAGES } from "../uploads/upload-health";

/** Uploads in a browser family as text; "N/A" without data. */
interface BrowserUploads {
  browser: string;
  /** Stored files. */
  stored: number;
  /** Median. */
  speed: string;
  /** From choice to stored, 75th percentile. */
  wait: string;
  /** Average per file. */
  stalls: string;
  resumes: string;
  /** By stage, in the order of {@link UPLOAD_STAGES}. */
  failed: number[];
}

const NONE: Histogram = { count: 0, sum: 0, steps: {} };

function speedText(kilobits: number | undefined): string {
  if (kilobits === undefined) return "N/A";
  return kilobits < 1_000
    ? `${Math.round(kilobits)} kbit/s`
    : `${(kilobits / 1_000).toFixed(1)} Mbit/s`;
}

/** Precise: "1 minute" could be up to two. */
function waitText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole >= 3_600) return durationWords(whole);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const parts = [minutes > 0 ? `${minutes} min` : "", rest > 0 ? `${rest} s` : ""];
  return parts.filter(Boolean).join(" ");
}

/** Upload statistics by browser; browsers without any are left out. */
export function uploadHealthOf(cells: HistogramMap): BrowserUploads[] {
  const of = (key: string) => cells[key] ?? NONE;
  return BROWSERS.flatMap((browser) => {
    const storedTally = of(`stored ${browser}`);
    const failureCounts = UPLOAD_STAGES.map((stage) => of(`failed ${browser} ${stage}`).count);
    if (storedTally.count === 0 && failureCounts.every((count) => count === 0)) return [];
    const wait = percentile(storedTally, 0.75);
    const perFile = (what: string) => mean(of(`${what} ${browser}`))?.toFixed(1) ?? "N/A";
    return [
      {
        browser,
        failed: failureCounts,
        stored: Math.round(storedTally.count),
        speed: speedText(percentile(of(`speed ${browser}`), 0.5)),
        wait: wait === undefined ? "N/A" : waitText(wait / 1_000),
        stalls: perFile("stalls"),
        resumes: perFile("resumes"),
      },
    ];
  });
}
