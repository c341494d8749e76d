import type { WavFormat } from "./wav-format";

interface FingerprintMeter {
  /** The next bytes of audio, in pieces of any size. They are not kept. */
  push(bytes: Uint8Array): void;
  /** The fingerprint of all of them. Call once. */
  end(): string;
}

/**
 * A fingerprint of the samples, independent of everything else in the file: 64 bits over the bytes of
 * audio, with their number and format in front, as text.
 * Two running hashes of 32 bits with unlike steps, four bytes at a time. Each step is invertible, so
 * one changed word always shows; other changes collide once in 2^64 or so. Not cryptographic, for
 * speed: it is only a hint to the artist. SHA-256 guards the files as such, but differs with any tag.
 */
export function createFingerprint(
  format: Pick<WavFormat, "format" | "bitsPerSample" | "channels" | "sampleRate">,
): FingerprintMeter {
  let first = 0x243f6a88;
  let second = 0x13198a2e;
  let length = 0;
  // The start of an incomplete word.
  let partialWord = 0;
  let bufferSize = 0;

  function mix(word: number) {
    first = firstStep(first, word);
    second = secondStep(second, word);
  }

  return {
    push(bytes) {
      length += bytes.length;
      let at = 0;
      while (bufferSize > 0 && at < bytes.length) {
        partialWord |= (bytes[at] ?? 0) << (8 * bufferSize);
        at += 1;
        bufferSize = (bufferSize + 1) % 4;
        if (bufferSize > 0) continue;
        mix(partialWord);
        partialWord = 0;
      }
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      let firstHash = first;
      let secondHash = second;
      for (; at + 4 <= bytes.length; at += 4) {
        const word = view.getInt32(at, true);
        firstHash = firstStep(firstHash, word);
        secondHash = secondStep(secondHash, word);
      }
      first = firstHash;
      second = secondHash;
      for (; at < bytes.length; at++) {
        partialWord |= (bytes[at] ?? 0) << (8 * bufferSize);
        bufferSize += 1;
      }
    },
    end() {
      if (bufferSize > 0) mix(partialWord);
      const { format: kind, bitsPerSample, channels, sampleRate } = format;
      const shape = `${kind}${bitsPerSample}x${channels}@${sampleRate}`;
      return `${shape}:${length}:${hex(scatter(first))}${hex(scatter(second))}`;
    },
  };
}

// Multiplication carries differences upwards only; the rotation brings them down again. XOR, not
// addition: engines switch overflowing sums to floating point, which is four times slower.
function firstStep(hash: number, word: number): number {
  const bits = hash ^ word;
  return Math.imul((bits << 15) | (bits >>> 17), 0x9e3779b1);
}

function secondStep(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x85ebca77);
  return (product << 13) | (product >>> 19);
}

/** Final mixing, so that the last words reach every bit. */
function scatter(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b);
  return twice ^ (twice >>> 16);
}

function hex(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, "0");
}
