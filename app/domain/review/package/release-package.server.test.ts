import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import {
  installDigestStream,
  installFixedLengthStream,
} from "../../../../tests/support/digest-stream";
import { packageFiles, packageName } from "./package-files";
import { releasePackage } from "./release-package.server";

const BLOCK = 256 * 1024;
const PIECE = 4 * 1024;

beforeAll(() => {
  installDigestStream();
  installFixedLengthStream();
});

/** Bytes in small pieces, as a bucket returns them. */
function streamInPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
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
    const { body, length } = releasePackage(async () => streamInPieces(bytes), {
      folder: "release",
      files: [file],
      texts: {},
      at: new Date(0),
    });
    const chunks: Uint8Array[] = [];
    // Chunks before the manifest are file blocks or small headers.
    for await (const chunk of body) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    expect(whole.length).toBe(length);
    expect(whole.includes(Buffer.from(bytes))).toBe(true);
    const hash = createHash("sha256").update(bytes).digest("hex");
    expect(whole.toString("latin1")).toContain(`${hash}  audio/song.wav\n`);
    const sizes = chunks.map((chunk) => chunk.length).filter((chunkSize) => chunkSize >= PIECE);
    const blocks = Array.from({ length: Math.ceil(size / BLOCK) }, (_, at) =>
      Math.min(BLOCK, size - at * BLOCK),
    );
    expect(sizes).toEqual(blocks.filter((chunkSize) => chunkSize >= PIECE));
  },
);

const HOSTILE = [
  ...[
    "रात की नाव ".repeat(30),
    "Ночной паром ".repeat(30),
    "夜".repeat(200),
    "👩‍👩‍👧👍🏽".repeat(50),
  ],
  ...["CON", "../../etc/passwd", "e\u0301 ".repeat(90), "e\u0300\u0301".repeat(90)],
];

async function zipBytes(folder: string, files: ReturnType<typeof packageFiles>): Promise<Buffer> {
  const bytes = new TextEncoder().encode("tide");
  const { body } = releasePackage(async () => streamInPieces(bytes), {
    folder,
    files,
    texts: { "release.json": "{}" },
    at: new Date(0),
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test.skipIf(spawnSync("unzip", ["-v"]).error)(
  "a package of the longest names of all scripts unpacks by unzip, to files of just these names",
  async () => {
    const form = v.parse(releaseFormSchema, {
      artistName: HOSTILE[0],
      releaseTitle: HOSTILE[1],
      tracks: HOSTILE.map((title, at) => ({
        title,
        uploadId: `u${at}`,
        metadata: { soloWork: true },
      })),
    });
    const stored = HOSTILE.map((_, at) => ({
      uploadId: `u${at}`,
      kind: "track" as const,
      fileName: "x.wav",
      key: `k/${at}`,
      slot: "any",
      contentType: "any",
      size: 4,
    }));
    const files = packageFiles(form, stored, []);
    const folder = packageName(form, "ABCDE-12345");
    const at = mkdtempSync(join(tmpdir(), "package-"));
    try {
      writeFileSync(join(at, `${folder}.zip`), await zipBytes(folder, files));
      const env = { ...process.env, LC_ALL: "C.UTF-8" };
      const { status, stderr } = spawnSync("unzip", ["-q", `${folder}.zip`], { cwd: at, env });
      expect([status, String(stderr)]).toEqual([0, ""]);
      const unpacked = readdirSync(join(at, folder), { recursive: true }).map(String).sort();
      const texts = ["Audio", "manifest-sha256.txt", "release.json"];
      expect(unpacked).toEqual([...files.map(({ path }) => path), ...texts].sort());
    } finally {
      rmSync(at, { recursive: true });
    }
  },
);
