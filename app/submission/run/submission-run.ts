/** The field of a check that is asked again, since its answer was lost: it is of the same press. */
export const REPEATED_PRESS_FIELD = "same-press";

/** Pause after each progress update, so that every stage can be read (specification, section 4). */
export const STAGE_PAUSE_MS = 200;
/** From 100 percent to the success page. */
export const SUCCESS_PAUSE_MS = 1_500;

/** Where each stage stands in the whole, in percent (specification, section 4). */
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

/** The stages once it is recorded: nothing in them can say that it failed. */
export const AFTER_RECORD: readonly RunStage[] = ["created", "clips", "complete"];

/** The stages that nobody can go back from: the record is being made, or is there. */
export function isIrreversible(stage: RunStage): boolean {
  return stage === "creating" || AFTER_RECORD.includes(stage);
}

/** One piece of work of the run. */
export interface RunStep {
  stage: RunStage;
  /** Percent when it starts and when it is done; the same where it does not last. */
  from: number;
  to: number;
  /** The status text. */
  text: string;
  /** The file it waits for, with its place among all files, from 1. */
  file?: RunFile & { number: number };
}

/** A file of the submission: its slot, and the title of the track it belongs to. */
export interface RunFile {
  slot: string;
  title: string;
}

/** What there is to submit. */
export interface RunContent {
  tracks: readonly RunFile[];
  /** The slot of the main artwork, if there is one. */
  artwork: string | undefined;
  customArtwork: readonly RunFile[];
  /** Whether any track has clips enabled. */
  hasClips: boolean;
}

/** The steps of a submission run in order; stages with nothing to do are left out. */
export function planRun({ tracks, artwork, customArtwork, hasClips }: RunContent): RunStep[] {
  let number = 0;
  const createStep = (stage: RunStage, text: string): RunStep => {
    const [from, to] = stagePercents[stage];
    return { stage, from, to, text };
  };
  const createFileSteps = (stage: RunStage, list: readonly RunFile[], text: (file: RunFile) => string) =>
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
    ...createFileSteps("custom-artwork", customArtwork, ({ title }) => `Uploading artwork for "${title}"...`),
    createStep("creating", "Recording your submission..."),
    createStep("created", "Your submission is recorded"),
    ...(hasClips ? [createStep("clips", "Handing over your social clips...")] : []),
    createStep("complete", "Submission complete!"),
  ];
}

/** Percent of the whole run while a step is `fraction` (0 to 1) through. */
export function runPercent({ from, to }: Pick<RunStep, "from" | "to">, fraction: number): number {
  return Math.round(from + (to - from) * Math.min(1, Math.max(0, fraction || 0)));
}

/** 'Processing file X of Y', for a step that waits for a file; else undefined. */
export function fileText(step: RunStep, steps: readonly RunStep[]): string | undefined {
  if (!step.file) return undefined;
  const total = steps.filter(({ file }) => file).length;
  return `Processing file ${step.file.number} of ${total}`;
}

/** What the artist reads when a run ends for no better known reason (specification, section 8). */
export const SUBMIT_FAILED = "Failed to submit music";
/** The same for a check that could not be made. */
const VALIDATE_FAILED = "Failed to validate form. Please try again.";

/** What the artist reads when a stage fails without a text of its own. */
export function failureText(stage: RunStage): string {
  return stage === "validating" ? VALIDATE_FAILED : SUBMIT_FAILED;
}

/**
 * What the artist reads when the file of a step could not be sent (specification, section 8).
 * @param error why; empty when nobody knows.
 */
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

/**
 * How long the run will take, from the time it has taken (specification, section 4).
 * @param elapsedMs milliseconds since the start. @param percent of the whole, 0 to 100.
 */
export function timeRemaining(elapsedMs: number, percent: number): string {
  if (!(elapsedMs > 0) || !(percent > 0)) return remainingText(undefined);
  return remainingText(((elapsedMs / percent) * Math.max(0, 100 - percent)) / 1_000);
}

/** A time left in the words of the specification; undefined while nobody knows it. */
export function remainingText(seconds: number | undefined): string {
  if (seconds === undefined) return "Calculating...";
  if (seconds < MINUTE / 1_000) return "Less than 1 minute";
  const minutes = Math.round((seconds * 1_000) / MINUTE);
  return minutes < 60 ? withUnit(minutes, "minute") : withUnit(Math.round(minutes / 60), "hour");
}
