import { announceApp, startApp } from "../support/app-server";
import { benchLink } from "./upload-link";
import { benchServerMemory } from "./upload-memory";
import { benchPageAnalysis } from "./upload-page";
import { benchThroughput } from "./upload-throughput";

/** a: the server's throughput; b: the browser over a link; c: memory, and the page's work. */
export const uploadParts = ["a", "b", "c"] as const;

/** Which parts are measured, how often, and with how large a file. */
export interface UploadBench {
  parts: readonly (typeof uploadParts)[number][];
  /** Left out, each part repeats itself as often as its figures need. */
  runs: number | undefined;
  bytes: number;
}

/**
 * Measures uploads against the goals of issue 4.
 * @returns whether all of them are kept.
 */
export async function benchUpload({ parts, runs, bytes }: UploadBench): Promise<boolean> {
  const app = await startApp({ build: true });
  try {
    announceApp(app);
    let passed = true;
    if (parts.includes("a")) passed = (await benchThroughput(app, bytes, runs ?? 5)) && passed;
    if (parts.includes("b")) passed = (await benchLink(app, bytes, runs ?? 3)) && passed;
    if (parts.includes("c")) {
      passed = (await benchServerMemory(app, bytes, runs ?? 3)) && passed;
      passed = (await benchPageAnalysis(app, bytes, runs ?? 3)) && passed;
    }
    return passed;
  } finally {
    await app.stop();
  }
}
