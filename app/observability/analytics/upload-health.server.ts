import { formatDuration } from "~/platform/formats/duration";
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

const EMPTY: Histogram = { count: 0, sum: 0, steps: {} };

function speedText(kilobits: number | undefined): string {
  if (kilobits === undefined) return "N/A";
  return kilobits < 1_000
    ? `${Math.round(kilobits)} kbit/s`
    : `${(kilobits / 1_000).toFixed(1)} Mbit/s`;
}

/** Precise: "1 minute" could be up to two. */
function waitText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const wholeSeconds = Math.round(seconds);
  if (wholeSeconds >= 3_600) return formatDuration(wholeSeconds);
  const [minutes, restSeconds] = [Math.floor(wholeSeconds / 60), wholeSeconds % 60];
  const parts = [minutes > 0 ? `${minutes} min` : "", restSeconds > 0 ? `${restSeconds} s` : ""];
  return parts.filter(Boolean).join(" ");
}

/** Upload statistics by browser; browsers without any are left out. */
export function uploadHealthOf(cells: HistogramMap): BrowserUploads[] {
  const findHistogram = (key: string) => cells[key] ?? EMPTY;
  return BROWSERS.flatMap((browser) => {
    const storedTally = findHistogram(`stored ${browser}`);
    const failureCounts = UPLOAD_STAGES.map(
      (stage) => findHistogram(`failed ${browser} ${stage}`).count,
    );
    if (storedTally.count === 0 && failureCounts.every((count) => count === 0)) return [];
    const wait = percentile(storedTally, 0.75);
    const perFile = (metric: string) =>
      mean(findHistogram(`${metric} ${browser}`))?.toFixed(1) ?? "N/A";
    return [
      {
        browser,
        failed: failureCounts,
        stored: Math.round(storedTally.count),
        speed: speedText(percentile(findHistogram(`speed ${browser}`), 0.5)),
        wait: wait === undefined ? "N/A" : waitText(wait / 1_000),
        stalls: perFile("stalls"),
        resumes: perFile("resumes"),
      },
    ];
  });
}
