import { STANDARD_MAX_BYTES } from "../plan";
import { ChangedError, type FileJob, type Report } from "./file-job.client";
import { type Opened, openCall } from "./server-calls.client";
import type { Transport } from "./transport";

/** Repeats a call until it is answered; see `keepTrying`. */
type Persist = <T>(ask: () => Promise<T>) => Promise<T>;

/**
 * Has the server open an upload for a file, or go on with what it has of it. What it knows by the
 * fingerprint alone may be another file, such as the master before this one, of the same length and
 * with the same silence at its ends: then all of this one is read first, and the hash decides.
 * @param on `after`: the upload of this choice that is gone, which makes no room for what was chosen since.
 * @throws ChangedError where it cannot be read, or what the call throws.
 */
export async function openUpload(
  transport: Transport,
  job: Pick<FileJob, "file" | "partSize" | "sha256" | "sha256Known" | "hashes" | "own">,
  {
    persist,
    signal,
    report,
    after,
  }: { persist: Persist; signal: AbortSignal; report: Report; after?: string | undefined },
): Promise<Opened> {
  const ask = (sha256: string | null) =>
    persist(() => openCall(transport, { ...job.file, sha256, after }, job.partSize, signal));
  // A small one is read in no time.
  const isSmall = job.file.size <= STANDARD_MAX_BYTES;
  const knownSha256 = job.sha256Known() ?? (isSmall ? await job.sha256() : null);
  let upload = await ask(knownSha256);
  const isOwn = upload.state === "open" && job.own.has(upload.uploadId);
  if (knownSha256 === null && upload.goesOn && !isOwn) {
    report({ phase: "checking", stored: 0, inFlight: 0, text: undefined, rate: undefined });
    const hashes = await job.hashes(job.partSize);
    signal.throwIfAborted();
    if (!hashes) throw new ChangedError();
    upload = await ask(hashes.sha256);
  }
  job.own.add(upload.uploadId);
  return upload;
}
