import { startApp } from "../support/app-server";
import { announceApp } from "../support/app-under-test";
import { benchBadLinks } from "./upload-bad-links";
import { benchLink } from "./upload-link";
import { benchServerMemory } from "./upload-memory";
import { benchPageAnalysis } from "./upload-page";
import { benchThroughput } from "./upload-throughput";

/**
 * a: the server's throughput; b: the browser over a link; c: memory, and the page's work; d: links
 * that are cut all the time, at the speeds of real ones.
 */
export const uploadParts = ["a", "b", "c", "d"] as const;

/** Which parts are measured, how often, and with how large a file. */
interface UploadBench {
  parts: readonly (typeof uploadParts)[number][];
  /** Left out, each part repeats itself as often as its figures need. */
  runs: number | undefined;
  bytes: number;
  /** As little of each part as shows that it works. */
  smoke: boolean;
}

/**
 * Measures uploads against the goals of issues 4 and 10.
 * @returns whether all of them are kept.
 */
export async function benchUpload({ parts, runs, bytes, smoke }: UploadBench): Promise<boolean> {
  const app = await startApp({ build: false });
  try {
    announceApp(app);
    let passed = true;
    if (parts.includes("a")) passed = (await benchThroughput(app, bytes, runs ?? 5)) && passed;
    if (parts.includes("b")) passed = (await benchLink(app, bytes, runs ?? 3)) && passed;
    if (parts.includes("c")) {
      passed = (await benchServerMemory(app, bytes, runs ?? 3)) && passed;
      passed = (await benchPageAnalysis(app, bytes, runs ?? 3)) && passed;
    }
    if (parts.includes("d")) passed = (await benchBadLinks(app, smoke)) && passed;
    return passed;
  } finally {
    await app.stop();
  }
}
