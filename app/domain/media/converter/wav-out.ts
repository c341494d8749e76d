import { CLIP_FRAME_BYTES } from "./finish";
import { CLIP_RATE } from "./rate-plan";

const HEADER_BYTES = 44;

/** The header of a WAV file of 16 bit, 44.1 kHz, stereo. */
export function clipHeader(frames: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  const writeName = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) header[at + i] = text.charCodeAt(i);
  };
  const data = frames * CLIP_FRAME_BYTES;
  writeName(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + data, true);
  writeName(8, "WAVE");
  writeName(12, "fmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, CLIP_RATE, true);
  view.setUint32(28, CLIP_RATE * CLIP_FRAME_BYTES, true);
  view.setUint16(32, CLIP_FRAME_BYTES, true);
  view.setUint16(34, 16, true);
  writeName(36, "data");
  view.setUint32(40, data, true);
  return header;
}

export function clipBytes(frames: number): number {
  return HEADER_BYTES + frames * CLIP_FRAME_BYTES;
}
