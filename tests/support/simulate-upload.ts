import type { FileJob, Hashes, StoredPart } from "~/uploads/sending/file-job.client";
import { sendMultipart } from "~/uploads/sending/multipart-upload.client";
import { sendFile } from "~/uploads/sending/send-file.client";
import {
  type FileRequest,
  type RequestOutcome,
  STALL_MS,
  type UploadDeps,
} from "~/uploads/sending/transport";
import { PART_BYTES } from "~/uploads/upload-plan";
import type { UploadState } from "~/uploads/upload-state";
import { FakeServer } from "./fake-server";
import { FakeLink } from "./simulated-link";
import { VirtualBlob } from "./test-files";
import { createRandom, VirtualTime } from "./virtual-time";

export const MIB = 1024 * 1024;
/** Bytes per second of so many megabits. */
export const mbit = (megabits: number) => (megabits * 1e6) / 8;

/** As the server keeps what comes; see `readSlices`. */
const SLICE_LEAST = 64 * 1024;
const SLICE_MOST = 256 * 1024;
const QUIET_MS = 1_000;

/** What is to become of a request: an answer in the server's place, silence, or a lost answer. */
export type Fault = { status: number; retryAfterMs?: number; error?: string } | "silent" | "lost";

interface Order {
  /** Bytes. */
  size: number;
  /** Bytes per second. */
  rate?: number;
  roundTripMs?: number;
  seed?: number;
}

/** One file, a link and a server, in time that passes as fast as it can. */
export function simulateUpload({ size, rate = mbit(20), roundTripMs = 100, seed = 1 }: Order) {
  const time = new VirtualTime();
  const link = new FakeLink(time, rate, roundTripMs);
  const server = new FakeServer(size, time.now);
  const changes: Partial<UploadState>[] = [];
  const state: Partial<UploadState> = {};
  const pauses = new Set<() => void>();
  let signal = new AbortController();
  let joinedParts = new Set<string>();
  let droppedSlots = new Set<string>();
  let unreportedParts: readonly StoredPart[] = [];
  const fixture = {
    time,
    link,
    server,
    state,
    changes,
    stop: () => signal.abort(),
    online: true,
    /**
     * How the server takes a cut: it hears of it at once, or knows only that nothing comes any more,
     * as where the connection is left half open.
     */
    cuts: "heard" as "heard" | "silent",
    /** Whether the browser sends again by itself what was cut, as it does on kept connections. */
    resends: false,
    /** Asked of every request when it arrives. */
    fault: (_label: string): Fault | undefined => undefined,
    /** Whether the browser takes a request and never sends it, nor says so. */
    keepsBack: (_label: string): boolean => false,
    /** What pauses were waited for, in milliseconds. */
    pauses: [] as number[],
    hurry: () => {
      for (const end of [...pauses]) end();
    },
    file: new VirtualBlob(0, size),
    copy: undefined as VirtualBlob | undefined,
    resumes: false,
    hashes: async (_partSize: number): Promise<Hashes | undefined> => ({
      sha256: fixture.file.sha256,
      partSha256: [],
    }),
    /** Whether the file was read to its end by the time it is sent. */
    isRead: false,
    /** The upload of which this device has no bytes. */
    arrived: undefined as string | undefined,
    run,
    /** Another file is chosen for the slot, of the same size, head and tail. */
    choose(sha256: string) {
      fixture.restart();
      unreportedParts = [];
      fixture.file = new VirtualBlob(0, size, sha256);
    },
    /** As the page that is opened again, which has the file. */
    restart() {
      signal = new AbortController();
      joinedParts = new Set();
      droppedSlots = new Set();
      fixture.resumes = true;
    },
  };

  /** @param silentMs for how long an answer is waited for. */
  function receive(
    label: string,
    arrive: () => RequestOutcome,
    sentAll: boolean,
    silentMs = STALL_MS,
  ): Promise<RequestOutcome> {
    return new Promise((resolve) => {
      const fault = fixture.fault(label);
      const networkError = (): RequestOutcome => ({ kind: "none", text: "Network error", sentAll });
      if (fault === "silent") {
        time.later(silentMs, () => resolve({ kind: "none", text: "Upload timeout", sentAll }));
        return;
      }
      const oneWayMs = link.roundTripMs / 2;
      time.later(oneWayMs, () => {
        if (fault && fault !== "lost") {
          const body = { error: fault.error ?? `HTTP status ${fault.status}` };
          const { status, retryAfterMs } = fault;
          time.later(oneWayMs, () => resolve({ kind: "answer", status, body, retryAfterMs }));
          return;
        }
        const answer = arrive();
        time.later(oneWayMs, () => resolve(fault === "lost" ? networkError() : answer));
      });
    });
  }

  function sendRequest(request: FileRequest, stop: AbortSignal): Promise<RequestOutcome> {
    const { body, url, method } = request;
    const bytes = body instanceof Blob ? body.size : size;
    if (!fixture.online)
      return Promise.resolve({ kind: "none", text: "Network error", sentAll: false });
    let resent = !fixture.resends;
    return new Promise((resolve) => {
      const networkError = (text: "Network error" | "Upload timeout", sentAll: boolean) => {
        end();
        resolve({ kind: "none", text, sentAll });
      };
      const stopLimit = request.limitMs
        ? time.later(request.limitMs, () => networkError("Upload timeout", false))
        : () => {};
      const cutOff = (sentAll: boolean, arrivedBytes: number) => {
        // What had all left arrives, as its answer would have told; what was refused is dropped.
        if (!sentAll && !refused) storeArrived(url, arrivedBytes);
        if (resent || sentAll) return networkError("Network error", sentAll);
        resent = true;
        begin();
      };
      let endTransfer = () => {};
      let stopStall = () => {};
      let movedBytes = 0;
      let refused = false;
      const watch = (ms: number) => {
        stopStall();
        stopStall = time.later(ms, () => {
          storeArrived(url, movedBytes);
          networkError("Upload timeout", movedBytes === bytes);
        });
      };
      const begin = () => {
        if (fixture.keepsBack(`${method} ${url}`)) return watch(STALL_MS);
        const answerEarly = () => {
          const earlyReply = body instanceof Blob ? server.refuseEarly(url, bytes) : undefined;
          if (!earlyReply) return;
          refused = true;
          time.later(link.roundTripMs / 2, () => {
            end();
            resolve(earlyReply);
          });
        };
        const stopEarly = time.later(link.roundTripMs / 2, answerEarly);
        const endBody = transfer((sentAll, arrivedBytes) => {
          stopEarly();
          cutOff(sentAll, arrivedBytes);
        });
        endTransfer = () => {
          stopEarly();
          endBody();
        };
        watch(STALL_MS);
      };
      const transfer = (onCut: typeof cutOff) =>
        link.begin(bytes, {
          onProgress(sentBytes) {
            if (sentBytes > movedBytes) watch(STALL_MS);
            movedBytes = sentBytes;
            request.onProgress(sentBytes);
          },
          onSent() {
            watch(STALL_MS + request.drainMs);
            request.onSent();
            if (refused) return;
            const arrive = () => server.receive(url, body);
            const silentMs = STALL_MS + request.drainMs;
            void receive(`${method} ${url}`, arrive, true, silentMs).then((answer) => {
              end();
              resolve(answer);
            });
          },
          onCut,
        });
      const giveUp = () => networkError("Upload timeout", false);
      const end = () => {
        endTransfer();
        stopStall();
        stopLimit();
        stop.removeEventListener("abort", giveUp);
      };
      stop.addEventListener("abort", giveUp);
      begin();
    });
  }

  /** What the server keeps of a request that was cut when so many bytes had arrived. */
  function storeArrived(url: string, arrivedBytes: number): void {
    if (fixture.cuts === "heard") {
      server.receiveSome(url, arrivedBytes);
      return;
    }
    const slice = Math.min(SLICE_MOST, Math.max(SLICE_LEAST, link.rate));
    server.receiveSome(url, arrivedBytes - (arrivedBytes % slice));
    time.later(QUIET_MS, () => server.receiveSome(url, arrivedBytes));
  }

  const deps: UploadDeps = {
    transport: {
      ask: (call) =>
        fixture.online
          ? receive(`${call.method} ${call.path}`, () => server.handleCall(call), true)
          : Promise.resolve({ kind: "none", text: "Network error", sentAll: true }),
      send: sendRequest,
    },
    now: time.now,
    later: (ms, run) => time.later(ms, run),
    pause(ms, stop) {
      fixture.pauses.push(ms);
      return new Promise((resolve) => {
        const end = (isEarly: boolean) => {
          stopTimer();
          pauses.delete(hurry);
          stop.removeEventListener("abort", giveUp);
          resolve(isEarly);
        };
        const giveUp = () => end(false);
        const hurry = () => end(true);
        const stopTimer = time.later(ms, () => end(false));
        pauses.add(hurry);
        stop.addEventListener("abort", giveUp);
      });
    },
    online: () => fixture.online,
    random: createRandom(seed),
  };

  function job(): FileJob {
    return {
      file: {
        fileName: "tide.wav",
        size,
        type: "audio/wav",
        kind: "track",
        slot: "audio:track-1",
        draftId: "D",
        fingerprint: "f".repeat(64),
      },
      partSize: PART_BYTES,
      resumes: fixture.resumes,
      bytes: () => fixture.file,
      async recover() {
        if (!fixture.copy || fixture.file === fixture.copy) return false;
        fixture.file = fixture.copy;
        return true;
      },
      sha256: async () => fixture.file.sha256,
      hashes: (partSize) => fixture.hashes(partSize),
      sha256Known: () => (fixture.isRead ? fixture.file.sha256 : undefined),
      own: joinedParts,
      dropped: droppedSlots,
      arrived: fixture.arrived,
      turn: async () => () => undefined,
      lanes: () => 4,
      unreported: () => ({
        read: () => unreportedParts,
        write(parts) {
          unreportedParts = parts;
        },
      }),
    };
  }

  /** Sends the file to its end. */
  function run(maxMs?: number) {
    const ending = sendFile({ ...deps, direct: sendMultipart }, job(), signal.signal, (change) => {
      changes.push(change);
      Object.assign(state, change);
    });
    return time.runUntil(ending, maxMs);
  }
  return fixture;
}
