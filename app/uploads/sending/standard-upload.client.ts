import type { StoredFile } from "./direct-upload.client";
import type { FileJob, Report, UploadWorld } from "./file-job.client";
import { standardCall } from "./label-calls.client";
import { openRate } from "./rate";

/** The fields of the standard call (specification, section 7), the file behind them. */
function formOf(job: FileJob, bytes: Blob, sha256: string | undefined): FormData {
  const { fileName, type, kind, slot, fingerprint } = job.file;
  const form = new FormData();
  // The draft knows the artist; a name here would only be used by one that has none yet.
  form.set("artistName", "");
  form.set("fileType", kind);
  form.set("slot", slot);
  form.set("fingerprint", fingerprint);
  if (sha256) form.set("sha256", sha256);
  form.set("file", new Blob([bytes], { type }), fileName);
  return form;
}

/** Sends a file of at most 15 MB in one call, once. @throws what the call throws, ChangedError. */
export async function sendStandard(
  world: UploadWorld,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
): Promise<StoredFile> {
  const { size } = job.file;
  const endTurn = await job.turn(signal);
  try {
    const sha256 = await job.sha256();
    signal.throwIfAborted();
    const rate = openRate();
    rate.begin(world.now());
    report({ phase: "sending", stored: 0, inFlight: 0, text: undefined });
    const onProgress = (bytes: number) => {
      const inFlight = Math.min(bytes, size);
      rate.moved(world.now(), inFlight);
      const now = rate.shown();
      const secondsLeft = now ? (size - inFlight) / now : undefined;
      report({ phase: "sending", inFlight, rate: now, secondsLeft });
    };
    const form = formOf(job, job.bytes(), sha256);
    const { fileId, url } = await standardCall(world.transport, form, onProgress, signal);
    return { uploadId: fileId, url };
  } finally {
    endTurn();
  }
}
