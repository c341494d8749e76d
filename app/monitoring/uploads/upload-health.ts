import * as v from "valibot";
import { type HistogramMap, singleValueHistogram } from "../figures/histogram";

export const MAX_UPLOAD_HEALTH_BYTES = 1024;

/** The topic under which it is added up. Keys: see {@link uploadCells}. */
export const UPLOADS = "uploads";

/** Where a file can come to grief: as it is begun, while its bytes go, and as it is put together. */
export const UPLOAD_STAGES = ["begin", "parts", "finish"] as const;
/** Families, not versions: enough to see which one is in trouble, and too little to know anybody by. */
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
const amount = (most: number) => v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(most));

/** Too little to tell a speed by. */
const MIN_SPEED_BYTES = 64 * 1024;
/** Kilobits a second: no browser has a line of a hundred gigabits. */
const MAX_SPEED = 100_000_000;

/** In kilobits a second, while bytes went; undefined where there is nothing to tell it by. */
function speedOf({ bytes, sendingMs }: { bytes: number; sendingMs: number }): number | undefined {
  // Bits a millisecond are kilobits a second.
  return bytes >= MIN_SPEED_BYTES && sendingMs > 0 ? (bytes * 8) / sendingMs : undefined;
}

/** What a page tells of a file that is stored, or that was given up. Nothing of the file but its size. */
export const uploadHealthSchema = v.variant("ended", [
  v.pipe(
    v.object({
      ended: v.literal("stored"),
      /** Milliseconds from the choice of the file until it was stored, pauses included. */
      waitMs: amount(14 * DAY_MS),
      /** Of those, while bytes were on their way. */
      sendingMs: amount(14 * DAY_MS),
      /** What this page sent of it. */
      bytes: amount(10 * 1024 ** 3),
      stalls: v.pipe(amount(10_000), v.integer()),
      /** How often it went on where it had stopped: after a pause, a lost line or a closed page. */
      resumes: v.pipe(amount(10_000), v.integer()),
    }),
    v.forward(
      v.check((file) => (speedOf(file) ?? 0) <= MAX_SPEED),
      ["sendingMs"],
    ),
  ),
  v.object({ ended: v.literal("failed"), stage: v.picklist(UPLOAD_STAGES) }),
]);
export type UploadHealth = v.InferOutput<typeof uploadHealthSchema>;

/** The family of a browser, by what it calls itself; anything else, be it markup, is `other`. */
export function browserOf(userAgent: string | null): Browser {
  const agent = (userAgent ?? "").slice(0, 400);
  if (!/^Mozilla\/5\.0 \([^<>]*\)[^<>]*$/.test(agent)) return "other";
  if (/\bEdgA?\/|\bEdgiOS\//.test(agent)) return "edge";
  if (/\bOPR\/|\bOPiOS\//.test(agent)) return "opera";
  if (/\bSamsungBrowser\//.test(agent)) return "samsung";
  if (/\bFirefox\/|\bFxiOS\//.test(agent)) return "firefox";
  if (/\bChrome\/|\bCriOS\/|\bChromium\//.test(agent)) return "chrome";
  return /\bVersion\/[\d.]+ .*\bSafari\//.test(agent) ? "safari" : "other";
}

/**
 * What is counted of a file, by keys: `stored BROWSER` (milliseconds from choice to stored), `speed
 * BROWSER` (kilobits a second while bytes went), `stalls BROWSER` and `resumes BROWSER` (of a file),
 * `failed BROWSER STAGE`.
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
  const speed = speedOf(health);
  if (speed !== undefined) cells[`speed ${browser}`] = singleValueHistogram(speed, weight);
  return cells;
}
