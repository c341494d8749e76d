import { formatBody, writeHeader } from "../fixtures/wav-chunks";

const CHUNK = 64 * 1024;

/** The pattern that fills a generated file: cheap to make, and different in every 64 KiB. */
function fill(block: Uint8Array, number: number): void {
  block.fill(number % 251);
}

/** A WAV file of exactly `size` bytes (even, at least 44), made chunk by chunk as it is read. */
export function* wavStream(size: number): Iterable<Uint8Array> {
  const head = new Uint8Array(44);
  writeHeader(head, 0, "RIFF", size - 8);
  head.set(Buffer.from("WAVE"), 8);
  writeHeader(head, 12, "fmt ", 16);
  head.set(formatBody({ tag: 1, channels: 2, sampleRate: 48_000, bits: 16 }), 20);
  writeHeader(head, 36, "data", size - 44);
  yield head;
  let bytesLeft = size - head.length;
  for (let number = 0; bytesLeft > 0; number++) {
    const block = new Uint8Array(Math.min(CHUNK, bytesLeft));
    fill(block, number);
    yield block;
    bytesLeft -= block.length;
  }
}
