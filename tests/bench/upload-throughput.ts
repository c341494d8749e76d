import { PART_BYTES } from "~/domain/uploads/upload-plan";
import type { AppServer } from "../support/app-server";
import { startBare } from "./bare-server";
import { httpClient } from "./bench-client";
import { median, spread, table } from "./figures";
import { randomWav } from "./random-wav";
import { PARTS_IN_FLIGHT, type UploadRun, uploadOnce } from "./upload-run";
import { appTarget, bareTarget, type UploadTarget } from "./upload-targets";
import { atLeast } from "./verdict";

/** The app's throughput over the bare worker's. */
const GOAL = 0.9;

const speed = ({ bytes, sendSeconds }: UploadRun) => bytes / 1e6 / sendSeconds;

function cells(round: string, target: UploadTarget, run: UploadRun): string[] {
  const { start, sendSeconds, complete, cpu } = run;
  const ms = [start, complete].map((seconds) => (seconds * 1000).toFixed(0));
  return [round, target.name, sendSeconds.toFixed(2), speed(run).toFixed(1), cpu.toFixed(2), ...ms];
}

/**
 * wrangler's proxy drops connections to a worker after 5 idle seconds, and answers 503 to a PUT at
 * that moment; after a longer pause all idle connections are gone.
 */
function idleConnectionsClosed(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 6_000));
}

/**
 * Compares sending parts to the built app with sending them to a worker that only stores them, in
 * alternating runs after two warm-ups each.
 * @returns whether the app reaches nine tenths of the bare worker's throughput.
 */
export async function benchThroughput(
  app: AppServer,
  bytes: number,
  runs: number,
): Promise<boolean> {
  console.log(
    `upload (a), throughput: ${bytes} bytes, parts of ${PART_BYTES} bytes, ${PARTS_IN_FLIGHT} in flight, ${runs} alternating runs\n`,
  );
  const bare = await startBare();
  try {
    const a = await appTarget(httpClient(app.url, PARTS_IN_FLIGHT), app.pid);
    const b = bareTarget(httpClient(bare.url, PARTS_IN_FLIGHT), bare.pid, PART_BYTES);
    return await compare(a, b, randomWav(bytes), runs);
  } finally {
    await bare.stop();
  }
}

async function compare(a: UploadTarget, b: UploadTarget, file: Uint8Array, runs: number) {
  // Twice: in the first uploads the engine has not compiled the code yet.
  for (const target of [a, b, a, b]) await uploadOnce(target, file);
  await idleConnectionsClosed();
  const rounds: { app: UploadRun; bare: UploadRun }[] = [];
  const rows = [["run", "worker", "send s", "MB/s", "CPU s", "start ms", "complete ms"]];
  for (let round = 1; round <= runs; round++) {
    const app = await uploadOnce(a, file);
    await idleConnectionsClosed();
    const bare = await uploadOnce(b, file);
    await idleConnectionsClosed();
    rounds.push({ app, bare });
    rows.push(cells(String(round), a, app), cells(String(round), b, bare));
  }
  console.log(table(rows));
  const compare = (figure: (run: UploadRun) => number) => ({
    app: rounds.map(({ app }) => figure(app)),
    bare: rounds.map(({ bare }) => figure(bare)),
  });
  const speeds = compare(speed);
  const cpu = compare((run) => run.cpu);
  const ratio = median(speeds.app) / median(speeds.bare);
  const pairRatios = rounds.map(({ app, bare }) => speed(app) / speed(bare));
  console.log(`
MB/s, median (least to most):  app ${spread(speeds.app, 1)}, bare ${spread(speeds.bare, 1)}
CPU s, median (least to most): app ${spread(cpu.app, 2)}, bare ${spread(cpu.bare, 2)}
Throughput, app to bare:       ${spread(pairRatios, 3)} by pairs
CPU, app to bare:              ${(median(cpu.app) / median(cpu.bare)).toFixed(3)} by medians`);
  return atLeast("Throughput of the app over the bare worker", ratio, GOAL, ratio.toFixed(3));
}
