import type { UploadWorld } from "./file-job.client";
import { browserTransport } from "./transport.client";

const hurried = new EventTarget();

/** Ends every pause between two tries. */
export function tryNow(): void {
  hurried.dispatchEvent(new Event("now"));
}

function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (early: boolean) => {
      clearTimeout(timer);
      window.removeEventListener("online", now);
      hurried.removeEventListener("now", now);
      signal.removeEventListener("abort", stop);
      resolve(early);
    };
    const now = () => end(true);
    const stop = () => end(false);
    const timer = setTimeout(stop, ms);
    window.addEventListener("online", now);
    hurried.addEventListener("now", now);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}

/** This browser, as sending needs it. */
export const browserWorld: UploadWorld = {
  transport: browserTransport,
  now: () => performance.now(),
  pause,
  online: () => navigator.onLine,
  random: Math.random,
};
