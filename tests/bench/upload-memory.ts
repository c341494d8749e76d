import { PART_BYTES } from "~/domain/uploads/upload-plan";
import type { AppServer } from "../support/app-server";
import { peakDuring, workerdMegabytes } from "../support/resource-use";
import { startBare } from "./bare-server";
import { httpClient } from "./bench-client";
import { median, spread } from "./figures";
import { randomWav } from "./random-wav";
import { PARTS_IN_FLIGHT, uploadOnce } from "./upload-run";
import { appTarget, bareTarget, type UploadTarget } from "./upload-targets";
import { atMost } from "./verdict";

const PARALLEL = 4;
const ONE_GOAL = 32;
const FOUR_GOAL = 64;

/** How far the memory of a target's workerd rises, in MB. */
async function growth({ pid }: UploadTarget, operation: () => Promise<unknown>): Promise<number> {
  // Waits until the memory that the last run has freed is returned.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const before = workerdMegabytes(pid);
  return (await peakDuring(async () => void (await operation()), pid)) - before;
}

async function grownMemory(targets: UploadTarget[], file: Uint8Array, runs: number) {
  const [first] = targets;
  if (!first) throw new Error("There is nothing to upload to.");
  const [single, four]: [number[], number[]] = [[], []];
  await uploadOnce(first, file);
  for (let run = 0; run < runs; run++)
    single.push(await growth(first, () => uploadOnce(first, file)));
  for (let run = 0; run < runs; run++) {
    const all = () => Promise.all(targets.map((target) => uploadOnce(target, file)));
    four.push(await growth(first, all));
  }
  return { one: single, four };
}

/**
 * Measures how far uploads raise the memory of the app's workers, from opening until the file is
 * stored, each with three parts in flight, after one warm-up upload. Also measures a worker that only
 * passes the parts to the same local R2.
 * @returns whether the app meets its goals.
 */
export async function benchServerMemory(
  app: AppServer,
  bytes: number,
  runs: number,
): Promise<boolean> {
  console.log(
    `\nupload (c), memory of workerd: ${bytes} bytes, ${PARTS_IN_FLIGHT} parts in flight, ${runs} runs\n`,
  );
  const file = randomWav(bytes);
  const bare = await startBare();
  try {
    const [appTargets, bareTargets]: [UploadTarget[], UploadTarget[]] = [[], []];
    for (let n = 0; n < PARALLEL; n++) {
      appTargets.push(await appTarget(httpClient(app.url, PARTS_IN_FLIGHT), app.pid));
      bareTargets.push(bareTarget(httpClient(bare.url, PARTS_IN_FLIGHT), bare.pid, PART_BYTES));
    }
    const [a, b] = [
      await grownMemory(appTargets, file, runs),
      await grownMemory(bareTargets, file, runs),
    ];
    const text = (figure: "one" | "four") =>
      `${spread(a[figure], 1)} MB, the bare worker ${spread(b[figure], 1)} MB`;
    return [
      atMost("workerd grows in one upload", median(a.one), ONE_GOAL, text("one")),
      atMost("workerd grows in four at once", median(a.four), FOUR_GOAL, text("four")),
    ].every(Boolean);
  } finally {
    await bare.stop();
  }
}
