import { randomFillSync } from "node:crypto";
import { PART_BYTES } from "~/uploads/plan";
import { formatBody, writeHeader } from "../fixtures/wav-chunks";
import { startApp } from "../support/app-server";
import { startBare } from "./bare-server";
import { median, spread, table } from "./figures";
import { httpClient } from "./http-client";
import { PARTS_IN_FLIGHT, type UploadRun, uploadOnce } from "./upload-run";
import { appTarget, bareTarget, type UploadTarget } from "./upload-targets";

const FILE_BYTES = 200_000_000;
const HEADER_BYTES = 44;
/** Issue 2: the app's throughput over the bare worker's. */
const GOAL = 0.9;

/** A WAV of exactly 200,000,000 bytes: a real header before noise that nothing can compress. */
function randomWav(): Uint8Array {
  const file = new Uint8Array(FILE_BYTES);
  writeHeader(file, 0, "RIFF", FILE_BYTES - 8);
  file.set(Buffer.from("WAVE"), 8);
  writeHeader(file, 12, "fmt ", 16);
  file.set(formatBody({ tag: 1, channels: 2, sampleRate: 48_000, bits: 24 }), 20);
  writeHeader(file, 36, "data", FILE_BYTES - HEADER_BYTES);
  randomFillSync(file, HEADER_BYTES);
  return file;
}

const speed = (run: UploadRun) => FILE_BYTES / 1e6 / run.send;

function cells(round: string, target: UploadTarget, run: UploadRun): string[] {
  const { start, send, complete, cpu } = run;
  const ms = [start, complete].map((seconds) => (seconds * 1000).toFixed(0));
  return [round, target.name, send.toFixed(2), speed(run).toFixed(1), cpu.toFixed(2), ...ms];
}

/**
 * wrangler's proxy drops connections to a worker after 5 idle seconds, and answers 503 to a PUT
 * that meets such a moment; after a longer pause there are none left to meet.
 */
function idleConnectionsClosed(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 6_000));
}

/**
 * Compares the sending of parts through the built app with a worker that does nothing else, in
 * alternating runs after two warm-ups each.
 * @returns whether the app reaches nine tenths of the bare worker's throughput.
 */
export async function benchUpload(runs: number): Promise<boolean> {
  console.log(
    `upload: ${FILE_BYTES} bytes, parts of ${PART_BYTES} bytes, ${PARTS_IN_FLIGHT} in flight, ${runs} alternating runs`,
  );
  const file = randomWav();
  const app = await startApp({ build: true });
  try {
    const bare = await startBare();
    try {
      const a = await appTarget(httpClient(app.url, PARTS_IN_FLIGHT), app.pid);
      const b = bareTarget(httpClient(bare.url, PARTS_IN_FLIGHT), bare.pid, PART_BYTES);
      return await compare(a, b, file, runs);
    } finally {
      await bare.stop();
    }
  } finally {
    await app.stop();
  }
}

async function compare(a: UploadTarget, b: UploadTarget, file: Uint8Array, runs: number) {
  // Twice: the first uploads run code that the engine has not compiled yet.
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
  const of = (figure: (run: UploadRun) => number) => ({
    app: rounds.map(({ app }) => figure(app)),
    bare: rounds.map(({ bare }) => figure(bare)),
  });
  const speeds = of(speed);
  const cpu = of((run) => run.cpu);
  const ratio = median(speeds.app) / median(speeds.bare);
  const paired = rounds.map(({ app, bare }) => speed(app) / speed(bare));
  console.log(`
MB/s, median (least to most):  app ${spread(speeds.app, 1)}, bare ${spread(speeds.bare, 1)}
CPU s, median (least to most): app ${spread(cpu.app, 2)}, bare ${spread(cpu.bare, 2)}
Throughput, app to bare:       ${ratio.toFixed(3)} by medians, ${spread(paired, 3)} by pairs
CPU, app to bare:              ${(median(cpu.app) / median(cpu.bare)).toFixed(3)} by medians
Goal: at least ${GOAL} by medians: ${ratio >= GOAL ? "ok" : "missed"}`);
  return ratio >= GOAL;
}
