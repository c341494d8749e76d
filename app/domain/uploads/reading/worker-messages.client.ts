import * as v from "valibot";
import { audioFindingsSchema } from "~/domain/media/audio-findings";
import { UnreadableError } from "./hash-file";

/** The request to the ingest worker. Each worker reads one file. */
export const ingestRequestSchema = v.object({
  file: v.instance(Blob),
  partSize: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The name of a copy on this device, or null for none. */
  copyAs: v.nullable(v.string()),
});
export type IngestRequest = v.InferOutput<typeof ingestRequestSchema>;

export const analysisRequestSchema = v.object({ file: v.instance(Blob) });

const progressSchema = v.object({ type: v.literal("progress") });
const failedSchema = v.object({
  type: v.literal("failed"),
  /** `unreadable`: the file itself; `broken`: anything else. */
  reason: v.picklist(["unreadable", "broken"]),
});
type Unfinished = v.InferOutput<typeof progressSchema | typeof failedSchema>;

const ingestResultSchema = v.object({
  type: v.literal("done"),
  sha256: v.string(),
  partSha256: v.array(v.string()),
  copied: v.boolean(),
});
export type IngestResult = v.InferOutput<typeof ingestResultSchema>;

const analysisResultSchema = v.object({
  type: v.literal("done"),
  /** Null where it is no WAV file that can be analyzed. */
  findings: v.nullable(audioFindingsSchema),
});

/** Messages of the workers, which end with `done` or `failed`. */
export const ingestMessageSchema = v.variant("type", [
  ingestResultSchema,
  progressSchema,
  failedSchema,
]);
export const analysisMessageSchema = v.variant("type", [
  analysisResultSchema,
  progressSchema,
  failedSchema,
]);

/** A message costs the page as much as reading a megabyte. */
const REPORT_EVERY_BYTES = 4 * 1024 * 1024;

/** @param handleRequest reports to `onProgress` how many bytes it has read. */
export function handleWorkerRequests<Order extends v.GenericSchema, Done extends { type: "done" }>(
  requestSchema: Order,
  handleRequest: (
    request: v.InferOutput<Order>,
    onProgress: (bytes: number) => void,
  ) => Promise<Done>,
): void {
  const reply = (message: Done | Unfinished) => self.postMessage(message);
  self.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    let reportedBytes = 0;
    const onProgress = (bytes: number) => {
      if (bytes < reportedBytes + REPORT_EVERY_BYTES) return;
      reportedBytes = bytes;
      reply({ type: "progress" });
    };
    handleRequest(v.parse(requestSchema, data), onProgress).then(reply, (error: unknown) => {
      reply({ type: "failed", reason: error instanceof UnreadableError ? "unreadable" : "broken" });
    });
  });
}

/** A worker without messages for this long has crashed, as on a phone without memory. */
const TIMEOUT_MS = 60_000;

export class WorkerUnavailableError extends Error {
  override readonly name = "WorkerUnavailableError";
}

/**
 * Reads a file in a new worker.
 * @returns its result; undefined when the file cannot be read or `signal` is aborted.
 * @throws WorkerUnavailableError
 */
export function runInWorker<Done extends { type: "done" }>(
  name: "ingest" | "analyze-audio",
  request: object,
  messages: v.GenericSchema<unknown, Done | Unfinished>,
  signal: AbortSignal,
): Promise<Done | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    let worker: Worker;
    try {
      worker = new Worker(`/workers/${name}.js`);
    } catch {
      return reject(new WorkerUnavailableError());
    }
    const fail = () => end(() => reject(new WorkerUnavailableError()));
    let timer = setTimeout(fail, TIMEOUT_MS);
    const end = (finish: () => void) => {
      clearTimeout(timer);
      worker.terminate();
      signal.removeEventListener("abort", stop);
      finish();
    };
    const stop = () => end(() => resolve(undefined));
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      const { success, output } = v.safeParse(messages, data);
      if (!success) return;
      clearTimeout(timer);
      timer = setTimeout(fail, TIMEOUT_MS);
      if (output.type === "done") end(() => resolve(output));
      else if (output.type === "failed") output.reason === "broken" ? fail() : stop();
    };
    worker.onerror = fail;
    signal.addEventListener("abort", stop, { once: true });
    worker.postMessage(request);
  });
}
