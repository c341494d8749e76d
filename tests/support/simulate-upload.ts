import type { Hashes } from "~/domain/uploads/reading/ingest-file.client";
import { sendFile } from "~/domain/uploads/sending/send-file.client";
import type { FileJob, StoredPart } from "~/domain/uploads/sending/server-calls.client";
import {
  type FileRequest,
  type RequestOutcome,
  STALL_MS,
  type UploadDeps,
} from "~/domain/uploads/sending/transport.client";
import type { UploadState } from "~/domain/uploads/upload-state";
import { FakeServer } from "./fake-server";
import { FakeLink } from "./simulated-link";
import { VirtualBlob } from "./test-files";
import { createRandom, VirtualTime } from "./virtual-time";

export const MIB = 1024 * 1024;
/** Bytes per second of so many megabits. */
export const mbit = (megabits: number) => (megabits * 1e6) / 8;

/** The server stores bodies in slices; see `readSlices`. */
const MIN_SLICE_BYTES = 64 * 1024;
const MAX_SLICE_BYTES = 256 * 1024;
const QUIET_MS = 1_000;

/** The fault of a request: an answer instead of the server's, silence, or a lost answer. */
export type Fault = { status: number; retryAfterMs?: number; error?: string } | "silent" | "lost";

interface Order {
  /** Bytes. */
  size: number;
  /** Bytes per second. */
  rate?: number;
  roundTripMs?: number;
  seed?: number;
}

/** Simulates the upload of one file over a link to a server, in virtual time. */
export function simulateUpload({ size, rate = mbit(20), roundTripMs = 100, seed = 1 }: Order) {
  const time = new VirtualTime();
  const link = new FakeLink(time, rate, roundTripMs);
  const server = new FakeServer(time.now);
  const changes: Partial<UploadState>[] = [];
  const state: Partial<UploadState> = {};
  const pauses = new Set<() => void>();
  let signal = new AbortController();
  let choices = 1;
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
     * Whether the server notices a cut at once, or only that no more bytes arrive, as with a half-open
     * connection.
     */
    cuts: "heard" as "heard" | "silent",
    /** Whether the browser repeats cut requests by itself, as on reused connections. */
    resends: false,
    /** Called for every request when it arrives. */
    fault: (_label: string): Fault | undefined => undefined,
    /** Whether the browser accepts a request but never sends it. */
    keepsBack: (_label: string): boolean => false,
    /** The pauses so far, in milliseconds. */
    pauses: [] as number[],
    hurry: () => {
      for (const end of [...pauses]) end();
    },
    file: new VirtualBlob(0, size),
    copy: undefined as VirtualBlob | undefined,
    hashes: async (_partSize: number): Promise<Hashes | undefined> => ({
      sha256: fixture.file.sha256,
      partSha256: [],
    }),
    /** Whether the file was read completely before it is sent. */
    isRead: false,
    /** The id of an upload whose bytes this device does not have. */
    arrived: undefined as string | undefined,
    run,
    /** Chooses another file of the same size, head and tail. */
    choose(sha256: string) {
      fixture.restart();
      choices += 1;
      unreportedParts = [];
      fixture.file = new VirtualBlob(0, size, sha256);
    },
    /** Reopens the page, which has the file. */
    restart() {
      signal = new AbortController();
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
        time.schedule(silentMs, () => resolve({ kind: "none", text: "Upload timeout", sentAll }));
        return;
      }
      const oneWayMs = link.roundTripMs / 2;
      time.schedule(oneWayMs, () => {
        if (fault && fault !== "lost") {
          const body = { error: fault.error ?? `HTTP status ${fault.status}` };
          const { status, retryAfterMs } = fault;
          time.schedule(oneWayMs, () => resolve({ kind: "answer", status, body, retryAfterMs }));
          return;
        }
        const answer = arrive();
        time.schedule(oneWayMs, () => resolve(fault === "lost" ? networkError() : answer));
      });
    });
  }

  function sendRequest(request: FileRequest, stop: AbortSignal): Promise<RequestOutcome> {
    const { body, url } = request;
    const bytes = body.size;
    if (!fixture.online)
      return Promise.resolve({ kind: "none", text: "Network error", sentAll: false });
    let resent = !fixture.resends;
    if (body instanceof VirtualBlob && body.disk.changed)
      return Promise.resolve({ kind: "none", text: "Network error", sentAll: false });
    return new Promise((resolve) => {
      const networkError = (text: "Network error" | "Upload timeout", sentAll: boolean) => {
        end();
        resolve({ kind: "none", text, sentAll });
      };
      const cutOff = (sentAll: boolean, arrivedBytes: number) => {
        // A completely sent body arrives; a refused one is dropped.
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
        stopStall = time.schedule(ms, () => {
          storeArrived(url, movedBytes);
          networkError("Upload timeout", movedBytes === bytes);
        });
      };
      const begin = () => {
        if (fixture.keepsBack(`PUT ${url}`)) return watch(STALL_MS);
        const answerEarly = () => {
          const earlyReply = server.refuseEarly(url, bytes);
          if (!earlyReply) return;
          refused = true;
          time.schedule(link.roundTripMs / 2, () => {
            end();
            resolve(earlyReply);
          });
        };
        const stopEarly = time.schedule(link.roundTripMs / 2, answerEarly);
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
            void receive(`PUT ${url}`, arrive, true, silentMs).then((answer) => {
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
        stop.removeEventListener("abort", giveUp);
      };
      stop.addEventListener("abort", giveUp);
      begin();
    });
  }

  /** Stores the bytes of a cut request that had arrived. */
  function storeArrived(url: string, arrivedBytes: number): void {
    if (fixture.cuts === "heard") {
      server.receiveSome(url, arrivedBytes);
      return;
    }
    const slice = Math.min(MAX_SLICE_BYTES, Math.max(MIN_SLICE_BYTES, link.rate));
    server.receiveSome(url, arrivedBytes - (arrivedBytes % slice));
    time.schedule(QUIET_MS, () => server.receiveSome(url, arrivedBytes));
  }

  /** Halves a block. */
  async function compress({ offset, length }: { offset: number; length: number }) {
    const body = fixture.file.slice(offset, offset + Math.ceil(length / 2));
    return { body, size: length, query: `kind=flac&size=${length}` };
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
    later: (ms, run) => time.schedule(ms, run),
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
        const stopTimer = time.schedule(ms, () => end(false));
        pauses.add(hurry);
        stop.addEventListener("abort", giveUp);
      });
    },
    online: () => fixture.online,
    random: createRandom(seed),
    compression: {
      open: async () => ({ compress, speed: 1e9, close: () => undefined }),
      pays: () => true,
    },
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
        choice: `choice-${choices}`,
        version: 0,
      },
      onVersion: () => undefined,
      bytes: () => fixture.file,
      async recover() {
        if (!fixture.copy || fixture.file === fixture.copy) return false;
        fixture.file = fixture.copy;
        return true;
      },
      sha256: async () => fixture.file.sha256,
      hashes: (partSize) => fixture.hashes(partSize),
      loudness: () => undefined,
      sha256Known: () => (fixture.isRead ? fixture.file.sha256 : undefined),
      arrived: fixture.arrived,
      turn: async () => () => undefined,
      unreported: () => ({
        read: () => unreportedParts,
        write(parts) {
          unreportedParts = parts;
        },
      }),
    };
  }

  /** Uploads the complete file. */
  function run(maxMs?: number) {
    const ending = sendFile(deps, job(), signal.signal, (change) => {
      changes.push(change);
      Object.assign(state, change);
    });
    return time.runUntil(ending, maxMs);
  }
  return fixture;
}
