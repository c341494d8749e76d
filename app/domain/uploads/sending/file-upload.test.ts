import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createUploadScheduler } from "../upload-scheduler";
import { FileChangedError, type FileJob, type Report, type StoredFile } from "./file-job.client";
import { FileUpload, type FileUploadDeps } from "./file-upload.client";
import { registerPageSave } from "./page-uploads.client";
import { savedUploadIn } from "./saved-uploads.client";
import type { JsonRequest } from "./transport";
import { deleteAllEntries, type Entry, setEntry } from "./upload-table.client";

const SLOT = "audio:track-1";
const record = {
  draftId: "d1",
  slot: SLOT,
  kind: "track" as const,
  fileName: "tide.wav",
  type: "audio/wav",
  size: 4,
  fingerprint: "f".repeat(64),
  choice: "choice-1",
  ownChoices: [],
  version: 0,
  unreported: [],
};

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  deleteAllEntries();
  vi.unstubAllGlobals();
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Counts how often somebody reads it. */
class WatchedBlob extends Blob {
  reads = 0;
  override slice(...range: Parameters<Blob["slice"]>): Blob {
    this.reads += 1;
    return super.slice(...range);
  }
  override stream(): ReturnType<Blob["stream"]> {
    this.reads += 1;
    return super.stream();
  }
}

/** A file in hand, and the attempts to send it. */
function aFile({ paused = false } = {}) {
  const entry: Entry = {
    state: { ...record, stored: 0, inFlight: 0, phase: paused ? "paused" : "checking" },
  };
  setEntry(entry);
  const attempts: {
    resumes: boolean;
    signal: AbortSignal;
    report: Report;
    end: (file: StoredFile) => void;
    fail: (error: Error) => void;
  }[] = [];
  const calls: JsonRequest[] = [];
  const deps: FileUploadDeps = {
    transport: {
      async ask(call) {
        calls.push(call);
        const body = {
          uploadId: "u1",
          uploadUrl: "/uploads/u1/parts/1",
          partSize: 5_242_880,
          version: 1,
        };
        return { kind: "answer", status: 200, body };
      },
      send: async () => ({ kind: "none", text: "Network error", sentAll: false }),
    },
    now: () => 0,
    pause: async () => false,
    later: () => () => {},
    online: () => true,
    random: () => 0,
    direct: (_deps, { resumes }: FileJob, signal, report) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        attempts.push({ resumes, signal, report, end: resolve, fail: reject });
      }),
    turns: createUploadScheduler(15),
  };
  const bytes = new WatchedBlob(["tide"]);
  const file = { record, bytes, origin: "file" as const, resumes: true };
  const upload = new FileUpload(deps, entry, file, paused);
  return { upload, entry, attempts, calls, bytes };
}

test("a file that was paused before it was in hand is sent when it is resumed, and not before", async () => {
  const { upload, attempts, entry } = aFile({ paused: true });
  upload.start();
  await settle();
  expect([attempts.length, entry.state.phase]).toEqual([0, "paused"]);
  upload.resume();
  await settle();
  expect([attempts.length, entry.state.phase]).toEqual([1, "sending"]);
});

test("resumed before it is in hand, it is sent as soon as it is", async () => {
  const { upload, attempts } = aFile({ paused: true });
  upload.start();
  upload.resume();
  await settle();
  expect(attempts).toHaveLength(1);
});

test("a pause ends the attempt, and going on begins one that asks what the server has", async () => {
  const { upload, attempts, entry } = aFile();
  upload.start();
  await settle();
  upload.pause();
  upload.pause();
  expect(entry.state.phase).toBe("paused");
  expect(attempts[0]?.signal.aborted).toBe(true);
  upload.resume();
  upload.resume();
  await settle();
  expect(attempts.map(({ resumes, signal }) => [resumes, signal.aborted])).toEqual([
    [true, true],
    [true, false],
  ]);
  attempts[1]?.end({ uploadId: "u1", url: "/files/u1" });
  await settle();
  expect(entry.state).toMatchObject({ phase: "stored", url: "/files/u1" });
});

test("a file that is stored takes no notice of a pause", async () => {
  const { upload, attempts, entry } = aFile();
  upload.start();
  await settle();
  attempts[0]?.end({ uploadId: "u1", url: "/files/u1" });
  await settle();
  upload.pause();
  upload.resume();
  await settle();
  expect([attempts.length, entry.state.phase]).toEqual([1, "stored"]);
});

test("a pause while the page is being saved keeps the file from being sent", async () => {
  let onSaved = () => {};
  const stopSaving = registerPageSave(() => new Promise<void>((resolve) => (onSaved = resolve)));
  const { upload, attempts } = aFile();
  upload.start();
  await settle();
  upload.pause();
  onSaved();
  await settle();
  expect(attempts).toHaveLength(0);
  stopSaving();
  upload.resume();
  await settle();
  expect(attempts).toHaveLength(1);
});

test("the server is told of a file before its turn, once, and as soon as it is in hand", async () => {
  const { upload, calls, entry } = aFile();
  void upload.announce();
  expect(calls).toEqual([]);
  upload.start();
  await vi.waitFor(() => expect(entry.state.uploadId).toBe("u1"));
  await upload.announce();
  expect(calls.map(({ path }) => path)).toEqual(["/api/cloud-storage/upload-url"]);
  expect(entry.state.uploadId).toBe("u1");
});

test("two who want the server told of a file at the same time have it told once", async () => {
  const { upload, calls, entry } = aFile();
  upload.start();
  await settle();
  await Promise.all([upload.announce(), upload.announce()]);
  expect(calls.map(({ path }) => path)).toEqual(["/api/cloud-storage/upload-url"]);
  expect(entry.state.uploadId).toBe("u1");
});

test("a file that is ended sends nothing more, and says nothing", async () => {
  const { upload, attempts, entry } = aFile();
  upload.start();
  await settle();
  upload.end();
  await settle();
  expect(attempts[0]?.signal.aborted).toBe(true);
  expect(entry.state.phase).toBe("sending");
});

test("all of a file is read as soon as the server has bytes of it", async () => {
  const { upload, attempts, bytes } = aFile();
  upload.start();
  await settle();
  const before = bytes.reads;
  attempts[0]?.report({ stored: 1, inFlight: 1 });
  await vi.waitFor(() => expect(bytes.reads).toBeGreaterThan(before), { timeout: 30_000 });
});

test("a file that cannot be read any more takes nothing away: it may be the page that is being left", async () => {
  const items = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
  vi.stubGlobal("window", { localStorage });
  const fetched = vi.fn(async () => Response.json({}));
  vi.stubGlobal("fetch", fetched);
  const { upload, attempts, entry } = aFile();
  upload.start();
  await settle();
  attempts[0]?.report({ uploadId: "u1", stored: 2 });
  attempts[0]?.fail(new FileChangedError());
  await settle();
  expect(entry.state).toMatchObject({ phase: "failed", stored: 2 });
  expect(fetched).not.toHaveBeenCalled();
  expect(savedUploadIn("d1", SLOT)).toMatchObject({ uploadId: "u1" });
});
