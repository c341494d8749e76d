import { peakDuring, workerdMegabytes } from "../support/workerd-memory";
import type { BareServer } from "./bare-server";
import type { ClipSource } from "./clip-sources";
import { atMost } from "./verdict";

const GOAL = 32;
const RUNS = 3;

/**
 * Measures how far a clip's job raises the memory of workerd: everything, not only heap and buffers.
 * A source of 200 MB and one of 1 MB should make no difference.
 */
export async function benchClipMemory(
  server: BareServer,
  submissionId: string,
  sources: { large: ClipSource; small: ClipSource },
): Promise<boolean> {
  console.log(`\nclips, memory: resident memory of workerd, most of ${RUNS} runs\n`);
  const growth = async ({ subject }: ClipSource) => {
    let most = 0;
    for (let run = 0; run < RUNS; run++) {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const before = workerdMegabytes(server.pid);
      const cut = async () => {
        const body = JSON.stringify({ submissionId, subject });
        await (await fetch(`${server.url}/cut`, { method: "POST", body })).text();
      };
      most = Math.max(most, (await peakDuring(cut, server.pid)) - before);
    }
    return most;
  };
  const large = await growth(sources.large);
  const small = await growth(sources.small);
  return [
    atMost("workerd grows by, from 192 MB", large, GOAL, `${large.toFixed(1)} MB`),
    atMost("workerd grows by, from 1 MB", small, GOAL, `${small.toFixed(1)} MB`),
  ].every(Boolean);
}
