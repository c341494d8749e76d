import { expect, test } from "vitest";
import { CLEAN_UP_MINUTES, isCleanUpDue, SESSION_MINUTES, staleBefore } from "~/domain/bot/session";
import { KEEP_ALIVE_MS } from "~/domain/submission/draft/keep-alive.client";
import {
  fileText,
  planRun,
  type RunContent,
  type RunStage,
  runPercent,
  STAGE_PAUSE_MS,
  SUCCESS_PAUSE_MS,
  timeRemaining,
} from "~/domain/submission/run/submission-run";
import { RETRIES, RETRY_MS } from "~/observability/errors/report-error.client";

// Wizard document, section 4, "Submission run"; portal document, section 4, "Bot-protection session".

const content: RunContent = {
  tracks: [
    { slot: "audio:a", title: "Ferry" },
    { slot: "audio:b", title: "Quay" },
  ],
  artwork: "artwork",
  customArtwork: [{ slot: "artwork:b", title: "Quay" }],
  hasClips: true,
};
const plan = planRun(content);
/** The first and the last percent of a stage. */
const band = (stage: RunStage, steps = plan) => {
  const all = steps.filter((step) => step.stage === stage);
  return all.length > 0 ? [all[0]?.from, all.at(-1)?.to] : [];
};

test.each<[string, RunStage, number[]]>([
  ["5: validating (bot check)", "validating", [5, 5]],
  ["10: preparing", "preparing", [10, 10]],
  ["15 to 50: audio tracks uploaded one by one", "tracks", [15, 50]],
  ["55 to 65: main artwork", "artwork", [55, 65]],
  ["70 to 80: custom per-track artwork", "custom-artwork", [70, 80]],
  ["85: creating the record", "creating", [85, 85]],
  ["95: record created", "created", [95, 95]],
  ["97: social clips handed to background processing", "clips", [97, 97]],
  ["100: complete", "complete", [100, 100]],
])("section 4, submission run, %s", (_, stage, percents) => {
  expect(band(stage)).toEqual(percents);
});

test("section 4, submission run, 97 only if any track has clips enabled", () => {
  expect(band("clips", planRun({ ...content, hasClips: false }))).toEqual([]);
});

test("section 4, submission run, the stages follow each other as listed", () => {
  expect([...new Set(plan.map(({ stage }) => stage))]).toEqual([
    "validating",
    "preparing",
    "tracks",
    "artwork",
    "custom-artwork",
    "creating",
    "created",
    "clips",
    "complete",
  ]);
});

test("section 4, submission run, tracks are uploaded one by one", () => {
  const tracks = plan.filter(({ stage }) => stage === "tracks");
  expect(tracks.map(({ from, to }) => [from, to])).toEqual([
    [15, 33],
    [33, 50],
  ]);
  expect(tracks.map((step) => runPercent(step, 0.5))).toEqual([24, 42]);
});

test("section 2, the run says 'Processing file X of Y' for each of its files", () => {
  expect(plan.flatMap((step) => fileText(step, plan) ?? [])).toEqual([
    "Processing file 1 of 4",
    "Processing file 2 of 4",
    "Processing file 3 of 4",
    "Processing file 4 of 4",
  ]);
});

test.each<[string, number, number]>([
  ["a 200 ms pause follows each progress update", STAGE_PAUSE_MS, 200],
  ["1.5 s from complete to the success page", SUCCESS_PAUSE_MS, 1_500],
  ["a heartbeat every 5 s while the tab is hidden", KEEP_ALIVE_MS, 5_000],
  ["section 7: an error report is retried 3 times", RETRIES, 3],
  ["section 7: after 1 s times the attempt", RETRY_MS, 1_000],
  ["portal, bot-protection session: 30 minutes", SESSION_MINUTES, 30],
  ["portal, section 9: cleaned every 5 minutes", CLEAN_UP_MINUTES, 5],
])("section 4, %s", (_, actual, expectedNumber) => {
  expect(actual).toBe(expectedNumber);
});

const timeAt = (minutes: number) => new Date(Date.UTC(2027, 0, 4, 12, minutes));

test("portal, section 4, a bot-protection session is stale after 30 minutes, looked for every 5", () => {
  expect(staleBefore(timeAt(45))).toEqual(timeAt(15));
  expect(isCleanUpDue(timeAt(0), timeAt(4))).toBe(false);
  expect(isCleanUpDue(timeAt(0), timeAt(5))).toBe(true);
});

const MINUTE = 60_000;

test.each<[string, number, number]>([
  ["Calculating...", 0, 0],
  ["Calculating...", 5_000, 0],
  ["Less than 1 minute", 30_000, 50],
  ["About 1 minute remaining", MINUTE, 50],
  ["About 5 minutes remaining", 5 * MINUTE, 50],
  ["About 1 hour remaining", 60 * MINUTE, 50],
  ["About 3 hours remaining", 180 * MINUTE, 50],
])("section 4, time remaining: '%s' after %i ms at %i percent", (text, elapsedMs, percent) => {
  expect(timeRemaining(elapsedMs, percent)).toBe(text);
});
