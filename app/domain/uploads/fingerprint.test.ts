import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { blobReader, bytesReader } from "~/domain/media/range-reader";
import { fingerprint } from "./reading/ingest-file.client";

const digest = async (bytes: Uint8Array) =>
  new Uint8Array(createHash("sha256").update(bytes).digest());
const of = (bytes: Uint8Array) => fingerprint(bytesReader(bytes), bytes.length, digest);
const KIB = 1024;

test("it is the SHA-256 of the size in digits, the first 64 KiB and the last 64 KiB", async () => {
  const bytes = Uint8Array.from({ length: 200 * KIB }, (_, index) => index % 251);
  const expectedHash = createHash("sha256")
    .update(String(200 * KIB))
    .update(bytes.subarray(0, 64 * KIB))
    .update(bytes.subarray(136 * KIB));
  expect(await of(bytes)).toBe(expectedHash.digest("hex"));
});

test("a file shorter than both counts with its bytes in each", async () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const expectedHash = createHash("sha256").update("3").update(bytes).update(bytes);
  expect(await of(bytes)).toBe(expectedHash.digest("hex"));
});

test("head, tail and size each make it another file; name and date do not", async () => {
  const bytes = new Uint8Array(300 * KIB);
  const plain = await of(bytes);
  const renamedFile = new File([bytes], "other.wav", { lastModified: 5 });
  expect(await fingerprint(blobReader(renamedFile), renamedFile.size, digest)).toBe(plain);
  for (const at of [0, bytes.length - 1]) {
    const other = bytes.slice();
    other[at] = 1;
    expect(await of(other)).not.toBe(plain);
  }
  expect(await of(new Uint8Array(300 * KIB + 1))).not.toBe(plain);
});
