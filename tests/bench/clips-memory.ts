import { peakDuring, workerdMegabytes } from "../support/resource-use";
import { type BareServer, startWorker } from "./bare-server";
import { type ClipSource, clipFileBytes } from "./clip-sources";
import { atMost } from "./verdict";

const GOAL = 32;
/** The difference in MB that the source's size may make; a job that buffered its range would exceed it. */
const APART = 16;

async function post(server: BareServer, path: string, body: object): Promise<void> {
  const reply = await fetch(server.url + path, { method: "POST", body: JSON.stringify(body) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path} failed: ${text.slice(0, 500)}`);
}

/** How far the first job of a new process raises its memory, in MB. */
async function growth(stateDir: string, submissionId: string, source: ClipSource): Promise<number> {
  const server = await startWorker("clip-worker", stateDir);
  try {
    const { key, range, subject } = source;
    // Done first, so that the memory of the local R2 for the same bytes is not counted as ours.
    await post(server, "/bare", { key, ...range, bytes: clipFileBytes(source) });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const before = workerdMegabytes(server.pid);
    const job = () => post(server, "/cut", { submissionId, subject });
    return (await peakDuring(job, server.pid)) - before;
  } finally {
    await server.stop();
  }
}

/**
 * Measures how far a clip's job raises the memory of workerd: all of it, not only heap and buffers.
 * Each job is the first of a new process, because a process keeps memory of earlier jobs. A source
 * of 200 MB and one of 1 MB should make no difference.
 */
export async function benchClipMemory(
  stateDir: string,
  submissionId: string,
  sources: { large: ClipSource; small: ClipSource },
  runs: number,
): Promise<boolean> {
  console.log(`\nclips, memory: resident memory of workerd, most of ${runs} new processes\n`);
  const peakMemory = async (source: ClipSource) => {
    const growths: number[] = [];
    for (let run = 0; run < runs; run++) growths.push(await growth(stateDir, submissionId, source));
    return Math.max(...growths);
  };
  const large = await peakMemory(sources.large);
  const small = await peakMemory(sources.small);
  const difference = Math.abs(large - small);
  return [
    atMost("workerd grows by, from 192 MB", large, GOAL, `${large.toFixed(1)} MB`),
    atMost("workerd grows by, from 1 MB", small, GOAL, `${small.toFixed(1)} MB`),
    atMost("between the two", difference, APART, `${difference.toFixed(1)} MB`),
  ].every(Boolean);
}
