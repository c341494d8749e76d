import type { AppServer } from "../support/app-server";
import { peakDuring, workerdMegabytes } from "../support/workerd-memory";
import { median, spread } from "./figures";
import { httpClient } from "./http-client";
import { randomWav } from "./random-wav";
import { PARTS_IN_FLIGHT, uploadOnce } from "./upload-run";
import { appTarget, type UploadTarget } from "./upload-targets";
import { atMost } from "./verdict";

const PARALLEL = 4;
const ONE_GOAL = 32;
const FOUR_GOAL = 64;

/** How far workerd's memory rises above where it stands, in MB. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  // What the last run has let go of is still being returned.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const before = workerdMegabytes();
  return (await peakDuring(async () => void (await work()))) - before;
}

/**
 * Measures how far uploads raise the memory of the app's workers, from opening to the answer that
 * a file is stored, each with three parts in flight, after one upload as a warm-up.
 * @returns whether they keep their goals.
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
  const targets: UploadTarget[] = [];
  for (let n = 0; n < PARALLEL; n++)
    targets.push(await appTarget(httpClient(app.url, PARTS_IN_FLIGHT), app.pid));
  const [first] = targets;
  if (!first) return false;
  await uploadOnce(first, file);
  const one: number[] = [];
  for (let run = 0; run < runs; run++) one.push(await growth(() => uploadOnce(first, file)));
  const four: number[] = [];
  for (let run = 0; run < runs; run++)
    four.push(await growth(() => Promise.all(targets.map((target) => uploadOnce(target, file)))));
  return [
    atMost("workerd grows in one upload", median(one), ONE_GOAL, `${spread(one, 1)} MB`),
    atMost("workerd grows in four at once", median(four), FOUR_GOAL, `${spread(four, 1)} MB`),
  ].every(Boolean);
}
