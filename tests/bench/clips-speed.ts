import { join } from "node:path";
import { performance } from "node:perf_hooks";
import * as v from "valibot";
import type { BareServer } from "./bare-server";
import type { ClipSource } from "./clip-sources";
import { clipFileBytes } from "./clip-sources";
import { median, spread, table } from "./figures";
import { benchFolder, soxCpu } from "./sox";
import { atMost } from "./verdict";
import { workerdRuntime } from "./workerd-cpu";

const GOAL = 1;
const COPY_GOAL = 1.15;

/** CPU time and elapsed time of one piece of work, in seconds. */
interface Spent {
  cpu: number;
  wall: number;
}

async function measureRequest(server: BareServer, path: string, body: object): Promise<Spent> {
  const cpu = workerdRuntime(server.pid);
  const startedAt = performance.now();
  const reply = await fetch(server.url + path, { method: "POST", body: JSON.stringify(body) });
  const text = await reply.text();
  const wall = (performance.now() - startedAt) / 1000;
  if (!reply.ok) throw new Error(`${path} failed: ${text.slice(0, 500)}`);
  if (path === "/cut") v.parse(v.object({ kind: v.literal("done") }), JSON.parse(text));
  const cpuSeconds = workerdRuntime(server.pid) - cpu;
  // A CPU time that the machine does not report must not count as zero.
  if (!(cpuSeconds > 0)) throw new Error("The CPU time of workerd cannot be read on this machine.");
  return { cpu: cpuSeconds, wall };
}

/** Measures one clip made by the job, and reading and storing alone. */
function measure(server: BareServer, submissionId: string, source: ClipSource) {
  const { key, range, subject } = source;
  return {
    job: () => measureRequest(server, "/cut", { submissionId, subject }),
    bare: () => measureRequest(server, "/bare", { key, ...range, bytes: clipFileBytes(source) }),
  };
}

/** Measures sox on the same file. */
function sox({ path, clip }: ClipSource): Spent {
  const startedAt = performance.now();
  const stretch = ["trim", String(clip.from), String(clip.seconds)];
  const outputPath = join(benchFolder(), "sox.wav");
  const cpu = soxCpu(
    path,
    "-b",
    "16",
    "-r",
    "44100",
    "-c",
    "2",
    outputPath,
    ...stretch,
    "rate",
    "-v",
    "dither",
  );
  return { cpu, wall: (performance.now() - startedAt) / 1000 };
}

const seconds = (figures: readonly Spent[], kind: keyof Spent) =>
  figures.map((spent) => spent[kind]);

/**
 * Compares the job's CPU time, without reading and storing, to that of sox, source by source in turn.
 * Also compares copying a source that needs no conversion to reading and storing alone.
 */
export async function benchClipSpeed(
  server: BareServer,
  submissionId: string,
  {
    converted,
    copied,
    hasSox,
  }: { converted: readonly ClipSource[]; copied: ClipSource; hasSox: boolean },
  runs: number,
): Promise<boolean> {
  console.log(
    `\nclips, speed: ${copied.clip.seconds} s from ${copied.clip.from} s on, in workerd; CPU seconds, medians of ${runs} (least to most)\n`,
  );
  const all = [...converted, copied].map((source) => ({
    source,
    ...measure(server, submissionId, source),
    spentTimes: { job: [] as Spent[], bare: [] as Spent[], sox: [] as Spent[] },
  }));
  // Twice: in the first runs the engine has not compiled the code yet.
  for (const { job, bare } of [...all, ...all]) {
    await job();
    await bare();
  }
  for (let run = 0; run < runs; run++)
    for (const { source, job, bare, spentTimes } of all) {
      if (hasSox) spentTimes.sox.push(sox(source));
      spentTimes.job.push(await job());
      spentTimes.bare.push(await bare());
    }
  if (!hasSox) return false;
  const rows = [
    ["source", "sox", "job", "bare", "(job-bare)/sox", "job/bare", "wall job/(bare+sox)"],
  ];
  const sums = { extra: 0, sox: 0 };
  let copying = Number.NaN;
  for (const { source, spentTimes } of all) {
    const [job, bare, other] = [spentTimes.job, spentTimes.bare, spentTimes.sox].map((spent) =>
      seconds(spent, "cpu"),
    );
    const middle = { job: median(job ?? []), bare: median(bare ?? []), sox: median(other ?? []) };
    const wall = (spent: readonly Spent[]) => median(seconds(spent, "wall"));
    const ratio = (middle.job - middle.bare) / middle.sox;
    rows.push([
      ...[source.name, spread(other ?? [], 3), spread(job ?? [], 3), spread(bare ?? [], 3)],
      ...[ratio.toFixed(2), (middle.job / middle.bare).toFixed(2)],
      (wall(spentTimes.job) / (wall(spentTimes.bare) + wall(spentTimes.sox))).toFixed(2),
    ]);
    if (source === copied) copying = middle.job / middle.bare;
    else {
      sums.extra += middle.job - middle.bare;
      sums.sox += middle.sox;
    }
  }
  console.log(`${table(rows)}\n`);
  const ratio = sums.extra / sums.sox;
  const text = `${sums.extra.toFixed(3)} s to ${sums.sox.toFixed(3)} s, ${ratio.toFixed(2)}`;
  return [
    atMost("CPU of converting over sox's, summed", ratio, GOAL, text),
    atMost("CPU of a copy over reading and storing alone", copying, COPY_GOAL, copying.toFixed(3)),
  ].every(Boolean);
}
