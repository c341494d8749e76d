import { bytesReader } from "~/domain/media/range-reader";
import { createSampleDecoder } from "~/domain/media/sample-decoder";
import { readWavHeader } from "~/domain/media/wav-header";

/** The left channel of a WAV file. */
export async function readSamples(file: Uint8Array): Promise<Float64Array> {
  const header = await readWavHeader(bytesReader(file), file.length);
  if (!header.ok) throw new Error(`No WAV file: ${header.reason}`);
  const { wav } = header;
  const leftChannel = new Float64Array(wav.frames);
  let offset = 0;
  const decoder = createSampleDecoder(wav, ([plane], frames) => {
    if (plane) leftChannel.set(plane.subarray(0, frames), offset);
    offset += frames;
  });
  decoder.push(file.subarray(wav.dataOffset, wav.dataOffset + wav.frames * wav.blockAlign));
  decoder.end();
  return leftChannel;
}
