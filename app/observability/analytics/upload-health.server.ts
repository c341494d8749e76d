import * as v from "valibot";
import { formatDuration } from "~/platform/formats/duration";
import {
  type Histogram,
  type HistogramMap,
  mean,
  percentile,
  singleValueHistogram,
} from "./histogram.server";

export const MAX_UPLOAD_HEALTH_BYTES = 1024;

/** Topic; for its keys see {@link uploadCells}. */
export const UPLOADS = "uploads";

/** Opening, sending parts, and finishing. */
const UPLOAD_STAGES = ["begin", "parts", "finish"] as const;
/** Families only: enough to find problems, too little to identify a person. */
export const BROWSERS = [
  "chrome",
  "edge",
  "firefox",
  "safari",
  "samsung",
  "opera",
  "other",
] as const;
type Browser = (typeof BROWSERS)[number];

const DAY_MS = 86_400_000;
const amount = (max: number) => v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(max));

/** Fewer bytes give no reliable speed. */
const MIN_SPEED_BYTES = 64 * 1024;
/** Kilobits per second; higher values are implausible. */
const MAX_SPEED = 100_000_000;

/** Kilobits per second while sending; undefined if it cannot be told. */
function uploadSpeed({ bytes, sendingMs }: { bytes: number; sendingMs: number }) {
  // Bits per millisecond equal kilobits per second.
  return bytes >= MIN_SPEED_BYTES && sendingMs > 0 ? (bytes * 8) / sendingMs : undefined;
}

/** The outcome of an upload. Nothing about the file but its size. */
export const uploadHealthSchema = v.variant("ended", [
  v.pipe(
    v.object({
      ended: v.literal("stored"),
      /** Milliseconds from choice to stored, pauses included. */
      waitMs: amount(14 * DAY_MS),
      /** Milliseconds of sending. */
      sendingMs: amount(14 * DAY_MS),
      /** Bytes sent by this page. */
      bytes: amount(10 * 1024 ** 3),
      stalls: v.pipe(amount(10_000), v.integer()),
      /** Resumes after a pause, a lost connection or a closed page. */
      resumes: v.pipe(amount(10_000), v.integer()),
    }),
    v.forward(
      v.check((file) => (uploadSpeed(file) ?? 0) <= MAX_SPEED),
      ["sendingMs"],
    ),
  ),
  v.object({ ended: v.literal("failed"), stage: v.picklist(UPLOAD_STAGES) }),
]);
export type UploadHealth = v.InferOutput<typeof uploadHealthSchema>;

/** By user agent; anything unknown is `other`. */
export function browserOf(userAgent: string | null): Browser {
  const agent = (userAgent ?? "").slice(0, 400);
  if (!/^Mozilla\/5\.0 \([^<>)]*\)[^<>]*$/.test(agent)) return "other";
  if (/\bEdgA?\/|\bEdgiOS\//.test(agent)) return "edge";
  if (/\bOPR\/|\bOPiOS\//.test(agent)) return "opera";
  if (/\bSamsungBrowser\//.test(agent)) return "samsung";
  if (/\bFirefox\/|\bFxiOS\//.test(agent)) return "firefox";
  if (/\bChrome\/|\bCriOS\/|\bChromium\//.test(agent)) return "chrome";
  const isSafari = /\bVersion\/[\d.]+ /.test(agent) && /\bSafari\//.test(agent);
  return isSafari ? "safari" : "other";
}

/**
 * Keys: `stored BROWSER` (milliseconds from choice to stored), `speed BROWSER` (kilobits per second while
 * sending), `stalls BROWSER`, `resumes BROWSER`, `failed BROWSER STAGE`.
 */
export function uploadCells(health: UploadHealth, browser: Browser, weight: number): HistogramMap {
  if (health.ended === "failed")
    return { [`failed ${browser} ${health.stage}`]: singleValueHistogram(1, weight) };
  const { waitMs, stalls, resumes } = health;
  const cells: HistogramMap = {
    [`stored ${browser}`]: singleValueHistogram(waitMs, weight),
    [`stalls ${browser}`]: singleValueHistogram(stalls, weight),
    [`resumes ${browser}`]: singleValueHistogram(resumes, weight),
  };
  const speed = uploadSpeed(health);
  if (speed !== undefined) cells[`speed ${browser}`] = singleValueHistogram(speed, weight);
  return cells;
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
export function uploadHealthOf(cells: HistogramMap) {
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
        /** By stage, in the order of {@link UPLOAD_STAGES}. */
        failed: failureCounts,
        /** Stored files. */
        stored: Math.round(storedTally.count),
        /** Median. */
        speed: speedText(percentile(findHistogram(`speed ${browser}`), 0.5)),
        /** From choice to stored, 75th percentile. */
        wait: wait === undefined ? "N/A" : waitText(wait / 1_000),
        /** Average per file. */
        stalls: perFile("stalls"),
        resumes: perFile("resumes"),
      },
    ];
  });
}
