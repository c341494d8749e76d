import { PART_BYTES } from "~/uploads/plan";
import type { FileJob, UploadWorld } from "~/uploads/sending/file-job.client";
import { uploadFile } from "~/uploads/sending/file-upload.client";
import type { Hashes, StoredPart } from "~/uploads/sending/label-calls.client";
import { type Answer, type Send, STALL_MS } from "~/uploads/sending/transport";
import type { UploadState } from "~/uploads/upload-state";
import { ChosenBytes } from "./chosen-bytes";
import { FakeLabel } from "./fake-label";
import { FakeLink } from "./fake-link";
import { randomFrom, VirtualTime } from "./virtual-time";

export const MIB = 1024 * 1024;
/** Bytes per second of so many megabits. */
export const mbit = (megabits: number) => (megabits * 1e6) / 8;

/** What is to become of a request: an answer in the label's place, silence, or a lost answer. */
export type Fault = { status: number; retryAfterMs?: number; error?: string } | "silent" | "lost";

interface Order {
  /** Bytes. */
  size: number;
  /** Bytes per second. */
  rate?: number;
  roundTripMs?: number;
  seed?: number;
}

/** One file, a link and a label, in time that passes as fast as it can. */
export function anUpload({ size, rate = mbit(20), roundTripMs = 100, seed = 1 }: Order) {
  const time = new VirtualTime();
  const link = new FakeLink(time, rate, roundTripMs);
  const label = new FakeLabel(size, time.now);
  const changes: Partial<UploadState>[] = [];
  const state: Partial<UploadState> = {};
  const pauses = new Set<() => void>();
  let signal = new AbortController();
  let unreported: readonly StoredPart[] = [];
  const world = {
    time,
    link,
    label,
    state,
    changes,
    stop: () => signal.abort(),
    online: true,
    /** Asked of every request when it arrives. */
    fault: (_what: string): Fault | undefined => undefined,
    /** What pauses were waited for, in milliseconds. */
    pauses: [] as number[],
    hurry: () => {
      for (const end of [...pauses]) end();
    },
    file: new ChosenBytes(0, size),
    copy: undefined as ChosenBytes | undefined,
    resumes: false,
    hashes: async (_partSize: number): Promise<Hashes | undefined> => ({
      sha256: "a".repeat(64),
      partSha256: [],
    }),
    run,
    /** As the page that is opened again, which has the file. */
    restart() {
      signal = new AbortController();
      world.resumes = true;
    },
  };

  function come(what: string, arrive: () => Answer, sentAll: boolean): Promise<Answer> {
    return new Promise((resolve) => {
      const fault = world.fault(what);
      const none = (): Answer => ({ kind: "none", text: "Network error", sentAll });
      if (fault === "silent") {
        time.later(STALL_MS, () => resolve({ kind: "none", text: "Upload timeout", sentAll }));
        return;
      }
      const half = link.roundTripMs / 2;
      time.later(half, () => {
        if (fault && fault !== "lost") {
          const body = { error: fault.error ?? `HTTP status ${fault.status}` };
          const { status, retryAfterMs } = fault;
          time.later(half, () => resolve({ kind: "answer", status, body, retryAfterMs }));
          return;
        }
        const answer = arrive();
        time.later(half, () => resolve(fault === "lost" ? none() : answer));
      });
    });
  }

  function send(request: Send, stop: AbortSignal): Promise<Answer> {
    const { body, url, method } = request;
    const bytes = body instanceof Blob ? body.size : size;
    if (!world.online)
      return Promise.resolve({ kind: "none", text: "Network error", sentAll: false });
    return new Promise((resolve) => {
      const none = (text: "Network error" | "Upload timeout", sentAll: boolean) => {
        end();
        resolve({ kind: "none", text, sentAll });
      };
      const stopLimit = request.limitMs
        ? time.later(request.limitMs, () => none("Upload timeout", false))
        : () => {};
      const endTransfer = link.begin(bytes, {
        onProgress: request.onProgress,
        onSent() {
          request.onSent();
          void come(`${method} ${url}`, () => label.receive(url, body), true).then((answer) => {
            end();
            resolve(answer);
          });
        },
        onCut: (sentAll) => none("Network error", sentAll),
      });
      const giveUp = () => none("Upload timeout", false);
      const end = () => {
        endTransfer();
        stopLimit();
        stop.removeEventListener("abort", giveUp);
      };
      stop.addEventListener("abort", giveUp);
    });
  }

  const uploadWorld: UploadWorld = {
    transport: {
      ask: (call) =>
        world.online
          ? come(`${call.method} ${call.path}`, () => label.ask(call), true)
          : Promise.resolve({ kind: "none", text: "Network error", sentAll: true }),
      send,
    },
    now: time.now,
    pause(ms, stop) {
      world.pauses.push(ms);
      return new Promise((resolve) => {
        const end = (early: boolean) => {
          stopTimer();
          pauses.delete(hurried);
          stop.removeEventListener("abort", giveUp);
          resolve(early);
        };
        const giveUp = () => end(false);
        const hurried = () => end(true);
        const stopTimer = time.later(ms, () => end(false));
        pauses.add(hurried);
        stop.addEventListener("abort", giveUp);
      });
    },
    online: () => world.online,
    random: randomFrom(seed),
  };

  function job(): FileJob {
    return {
      file: {
        fileName: "tide.wav",
        size,
        type: "audio/wav",
        kind: "track",
        slot: "audio:track-1",
        fingerprint: "f".repeat(64),
      },
      partSize: PART_BYTES,
      resumes: world.resumes,
      bytes: () => world.file,
      async recover() {
        if (!world.copy || world.file === world.copy) return false;
        world.file = world.copy;
        return true;
      },
      sha256: async () => "a".repeat(64),
      hashes: (partSize) => world.hashes(partSize),
      turn: async () => () => undefined,
      lanes: () => 4,
      unreported: () => ({
        read: () => unreported,
        write(parts) {
          unreported = parts;
        },
      }),
    };
  }

  /** Sends the file to its end. */
  function run(most?: number) {
    const ending = uploadFile(uploadWorld, job(), signal.signal, (change) => {
      changes.push(change);
      Object.assign(state, change);
    });
    return time.until(ending, most);
  }
  return world;
}
