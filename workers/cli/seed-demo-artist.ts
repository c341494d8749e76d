import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { demoReleases, demoSchema } from "../../app/domain/artists/demo-artist";
import type { LocalRun } from "./settings-from-shell";
import { sleeveJpeg } from "./sleeve";

const SIDE = 650;
const RATE = 44_100;
const SECONDS = 6;
/** Time for socket events that waited while the process was busy. */
const SOCKET_EVENTS_MS = 50;

/** Six seconds of a slow chord, as a WAV file: 16 bits, one channel. */
function song(): Buffer {
  const samples = RATE * SECONDS;
  const file = Buffer.alloc(44 + samples * 2);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write("WAVEfmt ", 8, "latin1");
  for (const [offset, value] of [
    [16, 16],
    [24, RATE],
    [28, RATE * 2],
  ] as const)
    file.writeUInt32LE(value, offset);
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    file.writeUInt16LE(value, offset);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(samples * 2, 40);
  for (let n = 0; n < samples; n++) {
    const [time, fade] = [n / RATE, Math.sin((Math.PI * n) / samples)];
    const chord = [220, 277, 330].reduce((sum, hertz) => sum + Math.sin(6.283 * hertz * time), 0);
    file.writeInt16LE(Math.round(chord * fade * 6_000), 44 + n * 2);
  }
  return file;
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
    const covers = demoReleases.map((_, index) =>
      Buffer.from(sleeveJpeg({ width: SIDE, height: SIDE, seed: index + 1, quality: 80 })).toString(
        "base64",
      ),
    );
    const body = JSON.stringify({ covers, song: song().toString("base64") });
    // Drawing blocks this process for longer than the runtime keeps idle connections open. The pause
    // lets it see which are closed; otherwise it would send the request over one of them.
    await pause(SOCKET_EVENTS_MS);
    demo = await readDemo({ method: "POST", body });
  }
  return `Demo artist   ${demo.artistId}   ${demo.invitationCode}`;
}
