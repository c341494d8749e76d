import { startApp } from "../support/app-server";
import { announceApp } from "../support/app-under-test";
import { benchBadLinks } from "./upload-bad-links";
import { benchCompressedMemory } from "./upload-compressed-memory";
import { benchLink } from "./upload-link";
import { benchServerMemory } from "./upload-memory";
import { benchPageAnalysis } from "./upload-page";
import { benchThroughput } from "./upload-throughput";

/**
 * a: the server's throughput; b: the browser over a link; c: memory, and the page's work; d: links
 * at real speeds that are cut again and again; codec: compression alone.
 */
export const uploadParts = ["a", "b", "c", "d", "codec"] as const;

/** Which parts to measure, how often, and with which file size. */
interface UploadBench {
  parts: readonly (typeof uploadParts)[number][];
  /** If left out, each part repeats as often as its figures need. */
  runs: number | undefined;
  bytes: number;
  /** Runs only enough of each part to show that it works. */
  smoke: boolean;
  /** Of the links that are cut: only the rows that match, and bytes instead of each file's own. */
  only: RegExp | undefined;
  linkBytes: number | undefined;
}

/**
 * Measures uploads against the goals of issues 4 and 10.
 * @returns whether all goals are met.
 */
export async function benchUpload(options: UploadBench): Promise<boolean> {
  const { parts, runs, bytes, smoke, only, linkBytes } = options;
  let passed = true;
  if (parts.includes("codec")) {
    // It loads what the build has made.
    const { benchCodec } = await import("./upload-codec");
    passed = await benchCodec(Math.min(bytes, 40 * 1024 * 1024));
  }
  if (parts.every((part) => part === "codec")) return passed;
  const app = await startApp({ build: false });
  try {
    announceApp(app);
    if (parts.includes("a")) passed = (await benchThroughput(app, bytes, runs ?? 5)) && passed;
    if (parts.includes("b")) passed = (await benchLink(app, bytes, runs ?? 3)) && passed;
    if (parts.includes("c")) {
      passed = (await benchServerMemory(app, bytes, runs ?? 3)) && passed;
      passed = (await benchCompressedMemory(app, bytes)) && passed;
      passed = (await benchPageAnalysis(app, bytes, runs ?? 3)) && passed;
    }
    if (parts.includes("d"))
      passed = (await benchBadLinks(app, { smoke, only, bytes: linkBytes })) && passed;
    return passed;
  } finally {
    await app.stop();
  }
}
