import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mp3Bytes } from "../../../../tests/fixtures/mp3";
import { wavBytes } from "../../../../tests/fixtures/wav";
import { checkReadable } from "../check-choice";
import type { FileView } from "../upload";
import { isUploadActive, type UploadState } from "../upload-state";
import { browserDeps } from "./browser-transport.client";
import { type FileRecord, SlotCalls, SlotRecords } from "./slot-records.client";
import { UploadEngine } from "./upload-engine.client";
import { UploadQueue } from "./upload-queue.client";

const SLOT = "audio:track-1";
const calls: string[] = [];
const bodies: string[] = [];
/** The server's answer to every call. */
let reply: object = { success: true };
const items = new Map<string, string>();
const storage = {
  getItem: (name: string) => items.get(name) ?? null,
  setItem: (name: string, text: string) => void items.set(name, text),
  removeItem: (name: string) => void items.delete(name),
};
const tabs: UploadQueue[] = [];

/** A page of the browser whose storage this is. */
function openTab(): UploadQueue {
  const records = new SlotRecords(() => storage, Date.now);
  const hurry = new EventTarget();
  const queue: UploadQueue = new UploadQueue(
    records,
    new SlotCalls(),
    async () => new UploadEngine(queue, browserDeps(hurry), () => undefined),
  );
  tabs.push(queue);
  return queue;
}
let uploads: UploadQueue;

beforeEach(() => {
  items.clear();
  uploads = openTab();
  calls.length = 0;
  bodies.length = 0;
  reply = { success: true };
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    calls.push(`${init?.method ?? "GET"} ${path}`);
    if (typeof init?.body === "string") bodies.push(init.body);
    const { status = 200, ...body } = reply as { status?: number };
    return Response.json(body, { status });
  });
});
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.clear();
  // Waits are ended by the engine, which is loaded asynchronously, and look at the window then.
  await settle();
  vi.unstubAllGlobals();
});

const view: FileView = {
  ...{ uploadId: "u1", kind: "track", slot: SLOT, fileName: "tide.wav", size: 40_000_000 },
  ...{ state: "open", storedBytes: 10_000_000, fingerprint: "f".repeat(64), sha256: null },
  ...{ choice: "choice-1", url: "/files/u1/tide.wav", probe: null },
};
const state: UploadState = {
  ...{ slot: SLOT, kind: "track", fileName: "tide.wav", size: 100, stored: 40, inFlight: 0 },
  phase: "sending",
};
const song = (seed: number, name: string) => new File([wavBytes({ seconds: 1, seed })], name);
const choose = (file: File, tab = uploads) =>
  tab.choose(SLOT, "track", file, { text: checkReadable("track", file) });

const PATIENTLY = { timeout: 20_000 };

/** Resolves once a slot's file is as wanted. */
async function until(isWanted: (state: UploadState | undefined) => boolean, tab = uploads) {
  await vi.waitFor(() => expect(isWanted(tab.table.stateIn(SLOT))).toBe(true), PATIENTLY);
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

test("a file that was begun on another device is asked for, with what is stored of it", async () => {
  uploads.restore("d1", [view], {});
  await until((one) => one?.phase === "needs-file");
  expect(uploads.table.stateIn(SLOT)).toMatchObject({
    ...{ uploadId: "u1", stored: 10_000_000, size: 40_000_000, fingerprint: "f".repeat(64) },
  });
  expect(calls).toEqual([]);
  expect(uploads.isSending()).toBe(false);
});

test("a file the artist has removed does not come back with what the page still knows", async () => {
  uploads.restore("d1", [view], {});
  await until((one) => one?.phase === "needs-file");
  reply = { success: true, version: 1 };
  void uploads.change(SLOT, null);
  expect(calls).toEqual(["PUT /api/cloud-storage/slots"]);
  uploads.restore("d1", [view], {});
  await settle();
  expect(uploads.table.stateIn(SLOT)).toBeUndefined();
  expect(uploads.currentFiles([view])).toEqual([]);
});

test("a removal without an answer is told again after a reload, by the same name, and holds", async () => {
  uploads.restore("d1", [view], { [SLOT]: 1 });
  await until((one) => one?.phase === "needs-file");
  // The line is down.
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  void uploads.change(SLOT, null);
  const [removal] = uploads.records.all();
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    bodies.push(String(body));
    return Response.json({ success: true, version: 2 });
  });
  const reloaded = openTab();
  reloaded.restore("d1", [view], { [SLOT]: 1 });
  expect(reloaded.currentFiles([view])).toEqual([]);
  await vi.waitFor(() => expect(reloaded.table.versionsOfTab()).toEqual({ [SLOT]: 2 }), PATIENTLY);
  expect(JSON.parse(bodies[0] ?? "")).toEqual({
    ...{ draft: "d1", slot: SLOT, uploadId: null, version: 1, choice: removal?.choice },
  });
  reloaded.restore("d1", [], { [SLOT]: 2 });
  expect(reloaded.records.all()).toEqual([]);
  expect(reloaded.table.stateIn(SLOT)).toBeUndefined();
});

const complete: FileView = { ...view, state: "complete", uploadId: "u0", fileName: "old.wav" };
const { uploadId, fileName, size, storedBytes, fingerprint } = { ...view, uploadId: "u5" };
const replacedFile: FileView = {
  ...complete,
  coming: { uploadId, fileName, size, storedBytes, fingerprint },
};

test("a file in the place of a stored one is asked for, and the stored one is kept when it's given up", async () => {
  uploads.restore("d1", [replacedFile], { [SLOT]: 2 });
  await until((one) => one?.phase === "needs-file");
  expect(uploads.table.stateIn(SLOT)).toMatchObject({
    ...{ uploadId: "u5", fileName: "tide.wav", stored: 10_000_000 },
    replaces: { uploadId: "u0", fileName: "old.wav", phase: "stored" },
  });
  reply = { success: true, version: 3 };
  const answer = uploads.change(SLOT, "u0");
  expect(calls).toEqual(["PUT /api/cloud-storage/slots"]);
  expect(JSON.parse(bodies[0] ?? "")).toMatchObject({ uploadId: "u0", version: 2 });
  expect(await answer).toEqual({});
  expect(uploads.table.stateIn(SLOT)).toMatchObject({ uploadId: "u0", phase: "stored" });
  // What was loaded before the answer is out of date.
  uploads.restore("d1", [replacedFile], { [SLOT]: 2 });
  await settle();
  expect(uploads.table.stateIn(SLOT)?.uploadId).toBe("u0");
  expect(uploads.currentFiles([replacedFile])).toEqual([complete]);
});

test("a stored file whose place the other one has taken unheard is not shown as kept", async () => {
  const other = { ...view, uploadId: "u6", state: "complete" as const };
  reply = { status: 409, success: false, conflict: { slot: SLOT, version: 2, file: other } };
  const coming = { uploadId: "u6", fileName, size, storedBytes, fingerprint };
  uploads.restore("d1", [{ ...complete, coming }], {});
  await until((one) => one?.phase === "needs-file");
  const outcome = await uploads.change(SLOT, "u0");
  expect(outcome.conflict?.file?.uploadId).toBe("u6");
  expect(uploads.table.stateIn(SLOT)).toBeUndefined();
  expect(uploads.records.all()).toEqual([]);
});

test("a stored file of this page makes room for one that another device has chosen", () => {
  uploads.restore("d1", [], { [SLOT]: 4 });
  uploads.table.set({ state: { ...state, phase: "stored" }, choice: "choice-1" });
  uploads.restore("d1", [{ ...complete, choice: "choice-8" }], { [SLOT]: 5 });
  expect(uploads.table.stateIn(SLOT)).toBeUndefined();
});

test("what another tab has chosen since is shown here, and what this one had ends", async () => {
  const other = openTab();
  for (const tab of [uploads, other]) tab.restore("d1", [], {});
  choose(song(1, "first.wav"));
  await vi.waitFor(() => expect(uploads.records.all()).toHaveLength(1), PATIENTLY);
  choose(song(2, "second.wav"), other);
  await vi.waitFor(
    () => expect(uploads.records.all()).toMatchObject([{ fileName: "second.wav" }]),
    PATIENTLY,
  );
  uploads.hearOtherTab();
  expect(uploads.table.stateIn(SLOT)?.fileName).not.toBe("first.wav");
  reply = { success: true, version: 3 };
  await other.change(SLOT, null);
  uploads.hearOtherTab();
  expect(uploads.table.stateIn(SLOT)).toBeUndefined();
  expect(uploads.currentFiles([view])).toEqual([]);
});

/** A file whose bytes come only when they are let go. */
function slowFile(name: string): { file: File; letGo: () => void } {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const file = new File([wavBytes({ seconds: 1 })], name, { type: "audio/wav" });
  const slice = file.slice.bind(file);
  file.slice = (...range) => {
    const part = slice(...range);
    const read = part.arrayBuffer.bind(part);
    part.arrayBuffer = () => gate.then(read);
    return part;
  };
  return { file, letGo };
}

test("a file that is replaced while it is still looked at does not stop the one in its place", async () => {
  const slow = slowFile("first.wav");
  choose(slow.file);
  choose(song(2, "second.wav"));
  await until((one) => one?.phase === "sending" || one?.phase === "waiting");
  const abortSpy = vi.spyOn(AbortController.prototype, "abort");
  slow.letGo();
  await settle();
  expect(abortSpy).not.toHaveBeenCalled();
  expect(uploads.table.stateIn(SLOT)?.fileName).toBe("second.wav");
  abortSpy.mockRestore();
});

test("what is stored, or has expired, is not brought back", async () => {
  const expired = { ...view, uploadId: "u3", slot: "artwork", kind: "artwork" as const };
  uploads.restore("d1", [complete, { ...expired, state: "expired" }], {});
  await settle();
  expect(uploads.table.allStates()).toEqual([]);
});

const before: FileRecord = {
  ...{ draftId: "d1", slot: SLOT, kind: "track", fileName: "before.wav", type: "", size: 100 },
  ...{ fingerprint: "e".repeat(64), choice: "choice-0", version: 0, copy: "c", unreported: [] },
  at: Date.now(),
};

test("what an earlier visit has left behind is asked for by name, unless another file was chosen meanwhile", async () => {
  uploads.records.save(before);
  let letGo: () => void = () => {};
  const turn = new Promise<void>((go) => {
    letGo = go;
  });
  const lockRequest = new Promise<void>((resolve) => {
    const request = async (_: string, __: object, run: (lock: object) => Promise<void>) => {
      resolve();
      await turn;
      await run({});
    };
    vi.stubGlobal("navigator", { onLine: true, locks: { request } });
  });
  uploads.restore("d1", [], {});
  await lockRequest;
  choose(new File(["x"], "chosen.mp3", { type: "audio/mpeg" }));
  letGo();
  await settle();
  expect(uploads.table.stateIn(SLOT)).toMatchObject({ fileName: "chosen.mp3", phase: "failed" });

  uploads.clear();
  uploads.restore("d1", [], {});
  await until((one) => one?.phase === "needs-file");
  expect(uploads.table.stateIn(SLOT)).toMatchObject({ fileName: "before.wav", stored: 0 });
});

test("another draft's page lets go of this one's files", async () => {
  uploads.restore("d1", [{ ...view, uploadId: "u4" }], {});
  await until((one) => one?.phase === "needs-file");
  uploads.restore("d2", [], {});
  expect(uploads.table.stateIn(SLOT)).toBeUndefined();
});

test("a file of the wrong name is refused at once, and nothing is sent", () => {
  choose(new File(["x"], "tide.mp3", { type: "audio/mpeg" }));
  expect(uploads.table.stateIn(SLOT)).toMatchObject({
    phase: "failed",
    text: "Invalid file type. Expected: WAV file... Choose a file that ends in .wav.",
  });
  expect(calls).toEqual([]);
});

test("a file of the wrong content is refused by its header, and nothing is sent", async () => {
  choose(new File([mp3Bytes()], "tide.wav", { type: "audio/wav" }));
  expect(uploads.table.stateIn(SLOT)?.phase).toBe("checking");
  await until((one) => one?.phase === "failed");
  expect(uploads.table.stateIn(SLOT)?.text).toContain(
    "This file is named .wav but holds MP3 audio",
  );
  expect(calls).toEqual([]);
});

test("a pause while the header is looked at holds, and can be taken back", async () => {
  choose(new File([mp3Bytes()], "tide.wav", { type: "audio/wav" }));
  uploads.pause(SLOT);
  await until((one) => one?.phase !== "checking");
  expect(["paused", "failed"]).toContain(uploads.table.stateIn(SLOT)?.phase);
  uploads.resume(SLOT);
  await uploads.table.settled(isUploadActive);
});

test("files of one choosing are announced in one call", async () => {
  const slots = ["audio:track-1", "audio:track-2", "audio:track-3"];
  for (const [index, slot] of slots.entries())
    uploads.choose(slot, "track", song(index, `${index}.wav`));
  await vi.waitFor(() => expect(bodies).toHaveLength(1), PATIENTLY);
  expect(calls).toEqual(["POST /api/cloud-storage/upload-urls"]);
  const { uploads: announced } = JSON.parse(bodies[0] ?? "");
  expect(announced.map(({ slot }: { slot: string }) => slot).sort()).toEqual(slots);
});

test("a step may be saved as soon as the server knows every file, or has refused it", async () => {
  uploads.table.set({ state });
  let known = false;
  const waiting = uploads.allAnnounced().then(() => {
    known = true;
  });
  await Promise.resolve();
  expect(known).toBe(false);
  const entry = uploads.table.entryIn(SLOT);
  if (entry) uploads.table.update(entry, { uploadId: "u9" });
  await waiting;
  expect(known).toBe(true);
});

test("trying again counts failed tries anew", () => {
  uploads.table.set({ state: { ...state, phase: "waiting", tries: 5 } });
  uploads.retryWaiting();
  expect(uploads.table.stateIn(SLOT)?.tries).toBe(0);
});
