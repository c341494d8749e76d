/** Set on a check that is repeated because its answer was lost: it belongs to the same press. */
export const REPEATED_PRESS_FIELD = "same-press";

/** Pause after each progress update, so that every stage can be read (specification, section 4). */
export const STAGE_PAUSE_MS = 200;
export const SUCCESS_PAUSE_MS = 1_500;

/** Start and end of each stage, in percent (specification, section 4). */
const stagePercents = {
  validating: [5, 5],
  preparing: [10, 10],
  tracks: [15, 50],
  artwork: [55, 65],
  "custom-artwork": [70, 80],
  creating: [85, 85],
  created: [95, 95],
  clips: [97, 97],
  complete: [100, 100],
} as const;
export type RunStage = keyof typeof stagePercents;

/** After these stages begin, the run cannot fail. */
export const AFTER_RECORD: readonly RunStage[] = ["created", "clips", "complete"];

export function isIrreversible(stage: RunStage): boolean {
  return stage === "creating" || AFTER_RECORD.includes(stage);
}

export interface RunStep {
  stage: RunStage;
  /** In percent; equal for a stage without duration. */
  from: number;
  to: number;
  text: string;
  /** The file it waits for, with its number among all files, from 1. */
  file?: RunFile & { number: number };
}

interface RunFile {
  slot: string;
  title: string;
}

export interface RunContent {
  tracks: readonly RunFile[];
  artwork: string | undefined;
  customArtwork: readonly RunFile[];
  hasClips: boolean;
}

/** The steps of a run in order; stages with nothing to do are left out. */
export function planRun({ tracks, artwork, customArtwork, hasClips }: RunContent): RunStep[] {
  let number = 0;
  const createStep = (stage: RunStage, text: string): RunStep => {
    const [from, to] = stagePercents[stage];
    return { stage, from, to, text };
  };
  const createFileSteps = (
    stage: RunStage,
    list: readonly RunFile[],
    text: (file: RunFile) => string,
  ) =>
    list.map((file, index): RunStep => {
      const [start, end] = stagePercents[stage];
      const percentAt = (doneCount: number) =>
        Math.round(start + ((end - start) * doneCount) / list.length);
      number += 1;
      return {
        stage,
        from: percentAt(index),
        to: percentAt(index + 1),
        text: text(file),
        file: { ...file, number },
      };
    });
  const cover = artwork === undefined ? [] : [{ slot: artwork, title: "" }];
  return [
    createStep("validating", "Checking your submission..."),
    createStep("preparing", "Preparing your files..."),
    ...createFileSteps("tracks", tracks, ({ title }) => `Uploading "${title}"...`),
    ...createFileSteps("artwork", cover, () => "Uploading the artwork..."),
    ...createFileSteps(
      "custom-artwork",
      customArtwork,
      ({ title }) => `Uploading artwork for "${title}"...`,
    ),
    createStep("creating", "Recording your submission..."),
    createStep("created", "Your submission is recorded"),
    ...(hasClips ? [createStep("clips", "Handing over your social clips...")] : []),
    createStep("complete", "Submission complete!"),
  ];
}

/** Percent of the whole run at `fraction` (0 to 1) of a step. */
export function runPercent({ from, to }: Pick<RunStep, "from" | "to">, fraction: number): number {
  return Math.round(from + (to - from) * Math.min(1, Math.max(0, fraction || 0)));
}

export function fileText(step: RunStep, steps: readonly RunStep[]): string | undefined {
  if (!step.file) return undefined;
  const total = steps.filter(({ file }) => file).length;
  return `Processing file ${step.file.number} of ${total}`;
}

export const SUBMIT_FAILED = "Failed to submit music";
const VALIDATE_FAILED = "Failed to validate form. Please try again.";

export function failureText(stage: RunStage): string {
  return stage === "validating" ? VALIDATE_FAILED : SUBMIT_FAILED;
}

/** From the specification, section 8. @param error why; empty when unknown. */
export function uploadFailureText({ stage, file }: RunStep, error: string): string {
  const reason = error || "Unknown error";
  if (stage === "artwork") return `Failed to upload main artwork: ${reason}`;
  const title = file?.title ?? "";
  if (stage === "custom-artwork") return `Failed to upload custom artwork for ${title}: ${reason}`;
  return `Failed to upload ${title}: ${reason}`;
}

const MINUTE = 60_000;
const withUnit = (count: number, unit: string) =>
  `About ${count} ${unit}${count === 1 ? "" : "s"} remaining`;

/** From the time elapsed (specification, section 4). @param percent of the whole, 0 to 100. */
export function timeRemaining(elapsedMs: number, percent: number): string {
  if (!(elapsedMs > 0) || !(percent > 0)) return remainingText(undefined);
  return remainingText(((elapsedMs / percent) * Math.max(0, 100 - percent)) / 1_000);
}

/** A time remaining in the words of the specification; undefined while unknown. */
export function remainingText(seconds: number | undefined): string {
  if (seconds === undefined) return "Calculating...";
  if (seconds < MINUTE / 1_000) return "Less than 1 minute";
  const minutes = Math.round((seconds * 1_000) / MINUTE);
  return minutes < 60 ? withUnit(minutes, "minute") : withUnit(Math.round(minutes / 60), "hour");
}
