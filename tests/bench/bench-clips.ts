import { startApp } from "../support/app-server";
import { announceApp } from "../support/app-under-test";
import { startWorker } from "./bare-server";
import { type SourceWav, sendSources } from "./clip-sources";
import { benchClipMemory } from "./clips-memory";
import { benchClipQuality, RATES } from "./clips-quality";
import { benchClipSpeed } from "./clips-speed";
import { soxVersion } from "./sox";

/** The 192 kHz, 32-bit source has the largest size that a track may have. */
const WAVS: Record<string, SourceWav> = {
  "96 kHz/24 bit": { seconds: 300, sampleRate: 96_000, bits: 24 },
  "48 kHz/24 bit": { seconds: 300, sampleRate: 48_000, bits: 24 },
  "192 kHz/32 float": { seconds: 125, sampleRate: 192_000, bits: 32, float: true },
  "44.1 kHz/16 bit": { seconds: 300, sampleRate: 44_100, bits: 16 },
  "1 MB": { seconds: 35, sampleRate: 8_000, bits: 16 },
};

const FULL = { wavs: WAVS, rates: RATES, runs: 7, processes: 3 };
const SMOKE = {
  wavs: Object.fromEntries(
    Object.entries(WAVS).map(([name, wav]): [string, SourceWav] => [name, { ...wav, seconds: 3 }]),
  ),
  rates: RATES.slice(0, 1),
  runs: 1,
  processes: 1,
};

/**
 * Measures the converter of social clips against the goals of issue 5, and compares it with sox.
 * @returns whether all goals are met.
 */
export async function benchClips(smoke: boolean, runs?: number): Promise<boolean> {
  const size = smoke ? SMOKE : FULL;
  const version = soxVersion();
  if (!version && !smoke) {
    console.log("clips: nothing was measured. sox is what clips are compared with: install it.");
    return false;
  }
  console.log(
    version ? `clips, compared with ${version}\n` : "clips, without sox to compare with\n",
  );
  const app = await startApp({ build: false });
  announceApp(app);
  let stopped = false;
  const stop = async (keepState: boolean) => {
    if (!stopped) await app.stop(keepState);
    stopped = true;
  };
  try {
    const { submissionId, sources } = await sendSources(app, size.wavs);
    // The job then runs alone on the state that the app has stored.
    await stop(true);
    const quality = version !== undefined && (await benchClipQuality(size.rates));
    const server = await startWorker("clip-worker", app.stateDir);
    let running = true;
    const halt = async () => {
      if (running) await server.stop();
      running = false;
    };
    try {
      const [a, b, c, copySource, small] = sources;
      if (!a || !b || !c || !copySource || !small) return false;
      const set = { converted: [a, b, c], copied: copySource, hasSox: version !== undefined };
      const speed = await benchClipSpeed(server, submissionId, set, runs ?? size.runs);
      await halt();
      const ends = { large: c, small };
      const { processes } = size;
      const memory = await benchClipMemory(app.stateDir, submissionId, ends, processes);
      return quality && speed && memory;
    } finally {
      await halt();
    }
  } finally {
    await stop(false);
    app.removeState();
  }
}
