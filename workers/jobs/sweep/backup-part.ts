import * as v from "valibot";
import {
  type BackupRun,
  claimBackupRun,
  releaseBackupRun,
  saveBackupRun,
} from "~/jobs/backup-runs.server";
import type { Clock } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import type { Settings } from "~/platform/settings";
import type { Bindings } from "~/services/stores.server";
import { BackupFiles } from "../../backup/backup-files";
import { BucketStore } from "../../backup/bucket-store";
import {
  type CopyDeps,
  KEPT_SNAPSHOTS,
  type Progress,
  progressSchema,
  startProgress,
} from "../../backup/copy-progress";
import { copyStep } from "../../backup/copy-step";
import type { SweepDeps } from "./sweep-deps";

/** An invocation may make a thousand calls, of which the other parts need some hundred. */
const CALLS_PER_SWEEP = 400;
const SWEEP_MS = 120_000;
const DEFAULT_HOURS = 24;

/** About how many calls a step makes to the stores and the bucket. */
const CALLS_OF_STEP: Readonly<Record<Progress["next"]["kind"], number>> = {
  table: 4,
  keys: 105,
  files: 110,
  finish: 100,
  done: 0,
};

/** Hours between copies; 0: none are made. Local runs make none unless told to. */
export const hoursBetweenCopies = ({ BACKUP_HOURS, ENVIRONMENT }: Settings): number =>
  BACKUP_HOURS ?? (ENVIRONMENT === "production" ? DEFAULT_HOURS : 0);

/** What copies work with; undefined where none are made. */
export function backupDeps(bindings: Bindings, settings: Settings, now: Clock) {
  const { BACKUP } = bindings;
  if (!BACKUP || hoursBetweenCopies(settings) === 0) return undefined;
  const files = new BackupFiles(new BucketStore(BACKUP, "The backup bucket"));
  return { stores: bindings, files, now, keptSnapshots: KEPT_SNAPSHOTS };
}

/** The progress of a run, or a new one where there is none that this version can read. */
async function openProgress(deps: CopyDeps, text: string | null): Promise<Progress> {
  const result = text === null ? undefined : v.safeParse(progressSchema, JSON.parse(text));
  return result?.success ? result.output : startProgress(deps);
}

async function copySteps(
  { db, now }: Pick<SweepDeps, "db" | "now">,
  deps: CopyDeps,
  run: BackupRun,
): Promise<Progress> {
  let progress = await openProgress(deps, run.progress);
  const endAt = now().getTime() + SWEEP_MS;
  let calls = 0;
  while (progress.next.kind !== "done" && now().getTime() < endAt) {
    calls += CALLS_OF_STEP[progress.next.kind];
    if (calls > CALLS_PER_SWEEP) break;
    progress = await copyStep(deps, progress);
    const finishedAt = progress.next.kind === "done" ? now().toISOString() : null;
    if (!(await saveBackupRun(db, run, JSON.stringify(progress), finishedAt))) break;
  }
  return progress;
}

/**
 * Goes on with the copy of everything into the backup bucket, or begins one that is due.
 * @returns how many copies were finished.
 */
export async function continueBackup({ db, log, now, calls }: SweepDeps): Promise<number> {
  const { backup, watch } = calls;
  if (!backup) return 0;
  const claimedAt = now();
  const run = await claimBackupRun(db, {
    id: randomIds.next(claimedAt),
    everyHours: watch.backupHours,
    now: claimedAt,
  });
  if (!run) return 0;
  try {
    const { next, files } = await copySteps({ db, now }, backup, run);
    if (next.kind !== "done") return 0;
    log("info", "backup.finished", { count: files.count, bytes: files.bytes });
    return 1;
  } finally {
    await releaseBackupRun(db, run, now());
  }
}
