import type { WavFormat } from "./wav-format";

interface FingerprintTaker {
  /** The next bytes of audio, cut anywhere. They are not kept. */
  push(bytes: Uint8Array): void;
  /** The fingerprint of all of them. Call once. */
  end(): string;
}

/**
 * Tells whether two files hold the same samples, whatever else is in them: 64 bits over the bytes
 * of audio in their order, with their number and form in front, as text.
 *
 * Two running hashes of 32 bits with unlike steps, four bytes at a time. Each step can be undone,
 * so one changed word always shows; other changes go unnoticed once in 2^64 or so. Not
 * cryptographic, for speed and because nothing depends on it but a hint to the artist: whoever
 * forges an equal fingerprint only fools themselves. SHA-256 guards the files as such, but differs
 * with any tag.
 */
export function openFingerprint(
  format: Pick<WavFormat, "format" | "bitsPerSample" | "channels" | "sampleRate">,
): FingerprintTaker {
  let first = 0x243f6a88;
  let second = 0x13198a2e;
  let length = 0;
  // The start of a word whose end has not come yet.
  let torn = 0;
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
        torn |= (bytes[at] ?? 0) << (8 * bufferSize);
        at += 1;
        bufferSize = (bufferSize + 1) % 4;
        if (bufferSize > 0) continue;
        mix(torn);
        torn = 0;
      }
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      let one = first;
      let two = second;
      for (; at + 4 <= bytes.length; at += 4) {
        const word = view.getInt32(at, true);
        one = firstStep(one, word);
        two = secondStep(two, word);
      }
      first = one;
      second = two;
      for (; at < bytes.length; at++) {
        torn |= (bytes[at] ?? 0) << (8 * bufferSize);
        bufferSize += 1;
      }
    },
    end() {
      if (bufferSize > 0) mix(torn);
      const { format: kind, bitsPerSample, channels, sampleRate } = format;
      const shape = `${kind}${bitsPerSample}x${channels}@${sampleRate}`;
      return `${shape}:${length}:${hex(scattered(first))}${hex(scattered(second))}`;
    },
  };
}

// Multiplying carries differences upwards only; the turn brings them down again. Exclusive or, not
// sums: engines keep those in floating point where they have seen them overflow, four times slower.
function firstStep(hash: number, word: number): number {
  const bits = hash ^ word;
  return Math.imul((bits << 15) | (bits >>> 17), 0x9e3779b1);
}

function secondStep(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x85ebca77);
  return (product << 13) | (product >>> 19);
}

/** Lets every bit of a hash reach every other, for the last words mixed in. */
function scattered(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b);
  return twice ^ (twice >>> 16);
}

function hex(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, "0");
}
