import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import {
  installDigestStream,
  installFixedLengthStream,
} from "../../../tests/support/digest-stream";
import { releasePackage } from "./release-package.server";

const BLOCK = 256 * 1024;
const PIECE = 4 * 1024;

beforeAll(() => {
  installDigestStream();
  installFixedLengthStream();
});

/** Bytes as a bucket gives them: a little at a time, whatever room is offered. */
function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    type: "bytes",
    pull: (controller) => {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + PIECE));
      else {
        controller.close();
        controller.byobRequest?.respond(0);
      }
      at += PIECE;
    },
  });
}

test.each([0, 1, BLOCK - 1, BLOCK, BLOCK * 2, BLOCK * 2 + 90_000])(
  "a file of %i bytes leaves in whole blocks, however few bytes its bucket gives at a time",
  async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251);
    const file = { uploadId: "U", path: "audio/song.wav", size, key: "K" };
    const { body, length } = releasePackage(async () => inPieces(bytes), {
      ...{ folder: "release", files: [file], texts: {}, at: new Date(0) },
    });
    const chunks: Uint8Array[] = [];
    // Every chunk before the manifest's is of a file, or a header of a few dozen bytes.
    for await (const chunk of body) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    expect(whole.length).toBe(length);
    expect(whole.includes(Buffer.from(bytes))).toBe(true);
    const hash = createHash("sha256").update(bytes).digest("hex");
    expect(whole.toString("latin1")).toContain(`${hash}  audio/song.wav\n`);
    const sizes = chunks.map((chunk) => chunk.length).filter((one) => one >= PIECE);
    const blocks = Array.from({ length: Math.ceil(size / BLOCK) }, (_, at) =>
      Math.min(BLOCK, size - at * BLOCK),
    );
    expect(sizes).toEqual(blocks.filter((one) => one >= PIECE));
  },
);
