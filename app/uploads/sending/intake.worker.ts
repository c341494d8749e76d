import { sha256 } from "@noble/hashes/sha2.js";
import * as v from "valibot";
import { type AudioAnalysis, openAnalysis } from "~/media/audio-analysis";
import { blobReader } from "~/media/range-reader";
import { readWavHeader } from "~/media/wav-header";
import { openCopySink } from "./copy-sink.client";
import { type IntakeMessage, type IntakeOrder, intakeOrderSchema } from "./intake-messages";
import { readOnce, UnreadableError } from "./one-pass";

const tell = (message: IntakeMessage) => self.postMessage(message);

/** Without TLS browsers give no subtle crypto; the slower one is always there. */
async function hashPart(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const subtle: SubtleCrypto | undefined = self.crypto?.subtle;
  return subtle ? subtle.digest("SHA-256", bytes) : sha256(bytes).slice().buffer;
}

async function ear(file: Blob): Promise<AudioAnalysis | undefined> {
  const header = await readWavHeader(blobReader(file), file.size).catch(() => undefined);
  return header?.ok ? openAnalysis(header.wav) : undefined;
}

async function take({ file, partSize, copyAs, listen }: IntakeOrder): Promise<void> {
  const copy = copyAs === null ? undefined : await openCopySink(copyAs);
  const analysis = listen ? await ear(file) : undefined;
  const others: ((bytes: Uint8Array<ArrayBuffer>, at: number) => void)[] = [];
  if (copy) others.push(copy.write);
  if (analysis) others.push((bytes) => analysis.push(bytes));
  const listeners = { whole: sha256.create(), hashPart, others };
  const hashes = await readOnce(file, partSize, listeners, (bytes) =>
    tell({ type: "progress", bytes }),
  );
  const copied = copy?.end() ?? false;
  tell({ type: "done", ...hashes, copied, findings: analysis?.end() ?? null });
}

self.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  take(v.parse(intakeOrderSchema, data)).catch((error: unknown) => {
    tell({ type: "failed", reason: error instanceof UnreadableError ? "unreadable" : "broken" });
  });
});
