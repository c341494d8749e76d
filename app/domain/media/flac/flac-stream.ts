/** Linear samples, as they are in a WAV file and in a FLAC stream. */
export interface PcmFormat {
  /** In Hz. */
  sampleRate: number;
  channels: number;
  bits: 8 | 16 | 24;
}

export const MAX_CHANNELS = 8;
/** FLAC writes the rate into 20 bits; libFLAC takes this much of it. */
export const MAX_SAMPLE_RATE = 655_350;

/** Frames that are compressed together, and the most that a decoder here takes: FLAC's subset for 48 kHz. */
export const BLOCK_FRAMES = 4096;
export const MAX_BLOCK_FRAMES = 4608;
/** All blocks but the last have at least so many: each costs time, however short it is. */
export const MIN_BLOCK_FRAMES = 1024;

/** "fLaC" and STREAMINFO as the only metadata. */
export const STREAM_HEADER_BYTES = 42;
const SIGNATURE = [0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, 34];

/** Bytes of a sample of every channel. */
export function frameBytes({ channels, bits }: PcmFormat): number {
  return (channels * bits) / 8;
}

/** The most that one frame of a stream takes up: a side channel has one bit more than its samples. */
export function maxFrameBytes({ channels, bits }: PcmFormat): number {
  return Math.ceil((MAX_BLOCK_FRAMES * channels * (bits + 1)) / 8) + 64;
}

/** The first bytes of a stream, with STREAMINFO as its only metadata. */
export function onlyStreamInfo(header: Uint8Array): Uint8Array {
  const only = header.slice(0, STREAM_HEADER_BYTES);
  only.set(SIGNATURE);
  return only;
}

/** Whether a stream begins with STREAMINFO alone, of this format and with blocks of a size that is decoded. */
export function isStreamHeader(header: Uint8Array, format: PcmFormat): boolean {
  if (header.length !== STREAM_HEADER_BYTES) return false;
  if (SIGNATURE.some((byte, index) => header[index] !== byte)) return false;
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  const [minFrames, maxFrames] = [view.getUint16(8), view.getUint16(10)];
  const packed = view.getUint32(18);
  // A stream whose length is stated would end there, whatever follows.
  const statedFrames = (packed & 0xf) + view.getUint32(22);
  return (
    minFrames >= MIN_BLOCK_FRAMES &&
    minFrames <= maxFrames &&
    maxFrames <= MAX_BLOCK_FRAMES &&
    packed >>> 12 === format.sampleRate &&
    ((packed >>> 9) & 7) + 1 === format.channels &&
    ((packed >>> 4) & 31) + 1 === format.bits &&
    statedFrames === 0
  );
}
