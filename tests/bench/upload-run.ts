import { performance } from "node:perf_hooks";
import { partCount, partRange } from "~/domain/uploads/upload-plan";
import type { UploadTarget } from "./upload-targets";
import { workerdCpu } from "./workerd-cpu";

/** Parts in flight, the same as in the browser. */
export const PARTS_IN_FLIGHT = 3;

/** The figures of one upload. Times in seconds; `cpu` is that of the target's workerd while sending. */
export interface UploadRun {
  /** The size of the file. */
  bytes: number;
  start: number;
  sendSeconds: number;
  complete: number;
  cpu: number;
}

async function measureTime<T>(operation: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  const result = await operation();
  return [result, (performance.now() - startedAt) / 1000];
}

/** Uploads a file once, and removes it again so that many runs do not fill the disk. */
export async function uploadOnce(target: UploadTarget, file: Uint8Array): Promise<UploadRun> {
  const [upload, start] = await measureTime(() => target.open(file.length));
  const count = partCount(file.length, upload.partSize);
  let nextPart = 1;
  const lane = async () => {
    while (nextPart <= count) {
      const number = nextPart++;
      const range = partRange(file.length, upload.partSize, number);
      if (range) await upload.sendPart(number, file.subarray(range.start, range.end));
    }
  };
  const cpuBefore = workerdCpu(target.pid);
  const [, sendSeconds] = await measureTime(() =>
    Promise.all(Array.from({ length: PARTS_IN_FLIGHT }, lane)),
  );
  const cpu = workerdCpu(target.pid) - cpuBefore;
  const [, complete] = await measureTime(upload.complete);
  await upload.remove();
  target.hangUp();
  return { bytes: file.length, start, sendSeconds, complete, cpu };
}
