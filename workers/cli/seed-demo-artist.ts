import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { demoSchema } from "../../app/domain/artists/demo-artist";
import { CLIP_RATE } from "../../app/domain/media/converter/rate-plan";
import { clipHeader } from "../../app/domain/media/converter/wav-out";
import type { LocalRun } from "./settings-from-shell";

const SECONDS = 6;

/** Six seconds of a slow chord, as a WAV file. */
function song(): Buffer {
  const frames = CLIP_RATE * SECONDS;
  const samples = new Int16Array(frames * 2);
  for (let frame = 0; frame < frames; frame++) {
    const [time, fade] = [frame / CLIP_RATE, Math.sin((Math.PI * frame) / frames)];
    const chord = [220, 277, 330].reduce((sum, hertz) => sum + Math.sin(6.283 * hertz * time), 0);
    samples.fill(Math.round(chord * fade * 6_000), frame * 2, frame * 2 + 2);
  }
  return Buffer.concat([clipHeader(frames), Buffer.from(samples.buffer)]);
}

/** The covers, which `tools/draw-pictures.ts` has drawn. */
function covers(): string[] {
  const folder = join(import.meta.dirname, "demo-covers");
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), "base64"));
}

/**
 * Stores the demo artist of a local run on its first start.
 * @returns the line with the artist's sign-in codes; undefined where the run has no demo artist.
 */
export async function seedDemoArtist({ port, settings }: LocalRun): Promise<string | undefined> {
  if (settings.DEMO_ARTIST !== "1") return undefined;
  const address = `http://localhost:${port}/sandbox/demo`;
  const readDemo = async (init?: RequestInit) =>
    v.parse(demoSchema, await (await fetch(address, init)).json());
  let demo = await readDemo();
  if (!demo.seeded) {
    const body = JSON.stringify({ covers: covers(), song: song().toString("base64") });
    demo = await readDemo({ method: "POST", body });
  }
  return `Demo artist   ${demo.artistId}   ${demo.invitationCode}`;
}
