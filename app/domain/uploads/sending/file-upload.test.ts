import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createUploadScheduler } from "../upload-scheduler";
import { FileUpload, type FileUploadDeps } from "./file-upload.client";
import { type FileRecord, SlotRecords } from "./slot-records.client";
import type { FileRequest, JsonRequest, RequestOutcome } from "./transport.client";
import { type Entry, UploadTable } from "./upload-table.client";

const SLOT = "audio:track-1";
const record: FileRecord = {
  ...{ draftId: "d1", slot: SLOT, kind: "track", fileName: "tide.wav", type: "audio/wav", size: 4 },
  ...{
    fingerprint: "f".repeat(64),
    choice: "choice-1",
    version: 0,
    unreported: [],
    at: 0,
    copy: "c",
  },
};

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const PATIENTLY = { timeout: 30_000 };

/** Resolves when the file was read to its end, too. */
const untilStored = (entry: Entry) =>
  vi.waitFor(() => expect(entry.state.phase).toBe("stored"), PATIENTLY);
/** Resolves when so many requests with bytes have been made. */
const untilSent = (sent: readonly unknown[], count: number) =>
  vi.waitFor(() => expect(sent).toHaveLength(count), PATIENTLY);
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Counts how often somebody reads it. */
class WatchedBlob extends Blob {
  reads = 0;
  isGone = false;
  override slice(...range: Parameters<Blob["slice"]>): Blob {
    this.reads += 1;
    return this.isGone ? new Blob() : super.slice(...range);
  }
  /** Node's stream of bytes in memory does not end where it is read into given memory. */
  override stream(): never {
    throw new TypeError("This blob is read by slices.");
  }
}

/** A file in hand, what the server is asked, and the requests that carry bytes. */
function aFile({ paused = false, savePage = async () => {} }: Options = {}) {
  const table = new UploadTable();
  const records = new SlotRecords(memoryStorage, () => 0);
  const entry: Entry = {
    state: { ...record, stored: 0, inFlight: 0, phase: paused ? "paused" : "checking" },
  };
  table.set(entry);
  const calls: JsonRequest[] = [];
  const sent: { request: FileRequest; answer: (outcome: RequestOutcome) => void }[] = [];
  const partSize = 5_242_880;
  const replies: Record<string, object> = {
    "upload-url": { uploadId: "u1", uploadUrl: "/1", piecesUrl: "/1/p", version: 1, partSize },
    "process-upload": { url: "/files/u1", fileId: "u1" },
    u1: { state: "open", size: record.size, partSize, parts: [], pieces: [] },
  };
  const deps: FileUploadDeps = {
    transport: {
      async ask(call) {
        calls.push(call);
        return { kind: "answer", status: 200, body: replies[call.path.split("/").at(-1) ?? ""] };
      },
      send: (request, signal) =>
        new Promise((resolve) => {
          const cut = () => resolve({ kind: "none", text: "Network error", sentAll: false });
          signal.addEventListener("abort", cut, { once: true });
          sent.push({ request, answer: resolve });
        }),
    },
    now: () => 0,
    pause: async () => false,
    later: () => () => {},
    online: () => true,
    random: () => 0,
    turns: createUploadScheduler(15),
    table,
    records,
    savePage,
    onVersion: vi.fn(),
  };
  const bytes = new WatchedBlob(["tide"]);
  const file = new FileUpload(deps, entry, record, { bytes, origin: "file" });
  const paths = () => calls.map(({ path }) => path.split("/").at(-1));
  return { upload: file, entry, sent, paths, bytes, records };
}

interface Options {
  paused?: boolean;
  savePage?: () => Promise<void>;
}

function memoryStorage() {
  return items;
}
const values = new Map<string, string>();
const items = {
  getItem: (name: string) => values.get(name) ?? null,
  setItem: (name: string, text: string) => void values.set(name, text),
  removeItem: (name: string) => void values.delete(name),
};
afterEach(() => values.clear());

const STORED: RequestOutcome = { kind: "answer", status: 200, body: { number: 1, etag: "e" } };

test("a file that was paused before it was in hand is announced, and sent when it is resumed", async () => {
  const { upload, sent, entry, paths } = aFile({ paused: true });
  upload.start();
  await vi.waitFor(() => expect(entry.state.uploadId).toBe("u1"), PATIENTLY);
  await settle();
  expect([sent.length, entry.state.phase]).toEqual([0, "paused"]);
  expect(paths()).toEqual(["upload-url"]);
  upload.resume();
  await untilSent(sent, 1);
  expect(entry.state.phase).toBe("sending");
});

test("resumed before it is in hand, it is sent as soon as it is", async () => {
  const { upload, sent } = aFile({ paused: true });
  upload.start();
  upload.resume();
  await untilSent(sent, 1);
});

test("a pause stops what is sent, and going on asks what the server has", async () => {
  const { upload, sent, entry, paths } = aFile();
  upload.start();
  await untilSent(sent, 1);
  upload.pause();
  upload.pause();
  expect(entry.state.phase).toBe("paused");
  upload.resume();
  upload.resume();
  await untilSent(sent, 2);
  expect(paths()).toEqual(["upload-url", "upload-url"]);
  sent[1]?.answer(STORED);
  await untilStored(entry);
  expect(entry.state.url).toBe("/files/u1");
});

test("a file that is stored takes no notice of a pause, and nothing of it is remembered", async () => {
  const { upload, sent, entry, records } = aFile();
  upload.start();
  await untilSent(sent, 1);
  expect(records.find(record)).toMatchObject({ uploadId: "u1" });
  sent[0]?.answer(STORED);
  await untilStored(entry);
  upload.pause();
  upload.resume();
  await settle();
  expect([sent.length, entry.state.phase]).toEqual([1, "stored"]);
  expect(records.all()).toEqual([]);
});

test("a pause while the page is being saved keeps the file from being sent", async () => {
  let onSaved = () => {};
  const saved = new Promise<void>((resolve) => {
    onSaved = resolve;
  });
  const { upload, sent } = aFile({ savePage: () => saved });
  upload.start();
  await settle();
  upload.pause();
  onSaved();
  await settle();
  expect(sent).toHaveLength(0);
  upload.resume();
  await untilSent(sent, 1);
});

test("a file that waits for its turn is announced before it", async () => {
  const { upload, paths, entry } = aFile();
  upload.start();
  await vi.waitFor(() => expect(entry.state.uploadId).toBe("u1"), PATIENTLY);
  expect(paths()).toEqual(["upload-url"]);
});

test("a file whose slot was changed is announced once more, and goes on", async () => {
  const { upload, paths, sent } = aFile();
  upload.start();
  await untilSent(sent, 1);
  upload.announceAgain();
  await untilSent(sent, 2);
  expect(paths()).toEqual(["upload-url", "upload-url"]);
});

test("a file that is stopped sends nothing more, and says nothing", async () => {
  const { upload, sent, entry } = aFile();
  upload.start();
  await untilSent(sent, 1);
  upload.stop();
  await settle();
  expect([sent.length, entry.state.phase]).toEqual([1, "sending"]);
});

test("all of a file is read as soon as the server has bytes of it", async () => {
  const { upload, sent, bytes } = aFile();
  upload.start();
  await untilSent(sent, 1);
  const before = bytes.reads;
  sent[0]?.answer(STORED);
  await vi.waitFor(() => expect(bytes.reads).toBeGreaterThan(before), PATIENTLY);
});

test("a file that cannot be read any more takes nothing away: it may be the page that is being left", async () => {
  const { upload, sent, entry, records, bytes } = aFile();
  upload.start();
  await untilSent(sent, 1);
  bytes.isGone = true;
  sent[0]?.answer({ kind: "none", text: "Network error", sentAll: false });
  await vi.waitFor(() => expect(entry.state.phase).toBe("failed"), PATIENTLY);
  expect(records.find(record)).toMatchObject({ uploadId: "u1" });
});
