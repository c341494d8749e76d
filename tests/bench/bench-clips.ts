import { announceApp } from "../support/app-under-test";
import { startWorker } from "./bare-server";
import { type SourceWav, sendSources, startEmpty } from "./clip-sources";
import { benchClipMemory } from "./clips-memory";
import { benchClipQuality } from "./clips-quality";
import { benchClipSpeed } from "./clips-speed";
import { soxVersion } from "./sox";

/** 192 kHz in 32 bits is as long as a track may be large. */
const WAVS: Record<string, SourceWav> = {
  "96 kHz/24 bit": { seconds: 300, sampleRate: 96_000, bits: 24 },
  "48 kHz/24 bit": { seconds: 300, sampleRate: 48_000, bits: 24 },
  "192 kHz/32 float": { seconds: 125, sampleRate: 192_000, bits: 32, float: true },
  "44.1 kHz/16 bit": { seconds: 300, sampleRate: 44_100, bits: 16 },
  "1 MB": { seconds: 35, sampleRate: 8_000, bits: 16 },
};

/**
 * Measures the converter of social clips against the goals of issue 5, beside sox.
 * @returns whether all of them are kept.
 */
export async function benchClips(runs = 7): Promise<boolean> {
  const version = soxVersion();
  if (!version) {
    console.log("clips: nothing was measured. sox is what clips are compared with: install it.");
    return false;
  }
  console.log(`clips, compared with ${version}\n`);
  const app = await startEmpty();
  announceApp(app);
  let stopped = false;
  const stop = async (keepState: boolean) => {
    if (!stopped) await app.stop(keepState);
    stopped = true;
  };
  try {
    const { submissionId, sources } = await sendSources(app, WAVS);
    // The job then runs alone on what the app has stored.
    await stop(true);
    const quality = await benchClipQuality();
    const server = await startWorker("clip-worker", app.stateDir);
    let running = true;
    const halt = async () => {
      if (running) await server.stop();
      running = false;
    };
    try {
      const [a, b, c, copySource, small] = sources;
      if (!a || !b || !c || !copySource || !small) return false;
      const set = { converted: [a, b, c], copied: copySource };
      const speed = await benchClipSpeed(server, submissionId, set, runs);
      await halt();
      const memory = await benchClipMemory(app.stateDir, submissionId, { large: c, small });
      return quality && speed && memory;
    } finally {
      await halt();
    }
  } finally {
    await stop(false);
    app.removeState();
  }
}
