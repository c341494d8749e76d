import { artworkAdvice } from "~/media/advice";
import type { Advice } from "~/media/advice-shape";
import { readArtwork } from "~/media/artwork";
import { type ProbeResult, probeArtwork, probeAudio, probeCustomArtwork } from "~/media/probe";
import { blobReader } from "~/media/range-reader";
import { fingerprint, hex } from "../fingerprint";
import type { UploadKind } from "../plan";
import { ChangedError } from "./file-job.client";

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle) return new Uint8Array(await subtle.digest("SHA-256", bytes));
  // Browsers give subtle crypto over TLS and on this machine only.
  const { digestInPage } = await import("./page-hash.client");
  return digestInPage(bytes);
}

/** Whether a chosen file can be taken, by its header; reads a few blocks of it only. */
export async function judgeHeader(file: File, kind: UploadKind): Promise<ProbeResult> {
  const read = blobReader(file);
  try {
    if (kind === "track") return await probeAudio(read, file.size, file.name);
    if (kind === "artwork") return await probeArtwork(read, file.size);
    return await probeCustomArtwork(read, file.size);
  } catch {
    return { ok: false, text: new ChangedError().message };
  }
}

/** What the artist should know of a picture; nothing where it is no JPEG. */
export async function adviceOnPicture(file: Blob): Promise<Advice[]> {
  try {
    const read = await readArtwork(blobReader(file), file.size);
    return read.ok ? artworkAdvice(read.artwork) : [];
  } catch {
    // It can be told no more; whoever sends the file will find out why.
    return [];
  }
}

/** What the file is known by. @throws ChangedError when it cannot be read. */
export async function fingerprintOf(file: Blob): Promise<string> {
  try {
    return await fingerprint(blobReader(file), file.size, sha256);
  } catch {
    throw new ChangedError();
  }
}

/** SHA-256 of a file that fits into memory. @throws ChangedError when it cannot be read. */
export async function sha256Of(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new ChangedError();
  });
  return hex(await sha256(new Uint8Array(bytes)));
}
