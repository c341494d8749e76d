import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mp3Bytes } from "../../../../tests/fixtures/mp3";
import { wavBytes } from "../../../../tests/fixtures/wav";
import type { FileView } from "../upload";
import type { UploadState } from "../upload-state";
import { choose } from "./choose-file.client";
import {
  allRegistered,
  clearUploads,
  currentFiles,
  keepStoredFile,
  pause,
  remove,
  restore,
  resume,
  retryWaiting,
} from "./upload-queue.client";
import {
  allUploadsDone,
  isSending,
  subscribe,
  uploadStateIn,
  wouldLoseBytes,
} from "./upload-states.client";
import * as table from "./upload-table.client";

const SLOT = "audio:track-1";
const calls: string[] = [];
const bodies: string[] = [];
/** The server's answer to every call. */
let reply: object = { success: true };

beforeEach(() => {
  calls.length = 0;
  bodies.length = 0;
  reply = { success: true };
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    calls.push(`${init?.method ?? "GET"} ${path}`);
    if (typeof init?.body === "string") bodies.push(init.body);
    return Response.json(reply);
  });
});
afterEach(() => {
  clearUploads();
  vi.unstubAllGlobals();
});

const readLastBody = (): unknown => JSON.parse(bodies.at(-1) ?? "");

const view: FileView = {
  uploadId: "u1",
  kind: "track",
  slot: SLOT,
  fileName: "tide.wav",
  size: 40_000_000,
  state: "open",
  storedBytes: 10_000_000,
  fingerprint: "f".repeat(64),
  sha256: null,
  choice: "choice-1",
  url: "/files/u1/tide.wav",
  probe: null,
};

const state: UploadState = {
  slot: SLOT,
  kind: "track",
  fileName: "tide.wav",
  size: 100,
  stored: 40,
  inFlight: 0,
  phase: "sending",
};

/** Resolves once a slot's file is as wanted. */
function until(isWanted: (state: UploadState | undefined) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isWanted(uploadStateIn(SLOT))) return resolve();
    const stop = subscribe(() => {
      if (!isWanted(uploadStateIn(SLOT))) return;
      stop();
      resolve();
    });
  });
}

test("a file that was begun on another device is asked for, with what is stored of it", async () => {
  restore("d1", [view], {});
  await until((one) => one?.phase === "needs-file");
  expect(uploadStateIn(SLOT)).toMatchObject({
    uploadId: "u1",
    stored: 10_000_000,
    size: 40_000_000,
  });
  expect(calls).toEqual([]);
  expect(isSending()).toBe(false);
  expect(wouldLoseBytes()).toBe(false);
});

test("a file the artist has removed does not come back with what the page still knows", async () => {
  restore("d1", [view], {});
  await until((one) => one?.phase === "needs-file");
  reply = { success: true, version: 1 };
  void remove(SLOT);
  expect(calls).toEqual(["PUT /api/cloud-storage/slots"]);
  restore("d1", [view], {});
  await new Promise((resolve) => setImmediate(resolve));
  expect(uploadStateIn(SLOT)).toBeUndefined();
});

const complete: FileView = { ...view, state: "complete", uploadId: "u0", fileName: "old.wav" };
const { uploadId, fileName, size, storedBytes, fingerprint } = { ...view, uploadId: "u5" };
const replacedFile: FileView = {
  ...complete,
  coming: { uploadId, fileName, size, storedBytes, fingerprint },
};

test("a file in the place of a stored one is asked for, and the stored one is kept when it's given up", async () => {
  restore("d1", [replacedFile], { [SLOT]: 2 });
  await until((one) => one?.phase === "needs-file");
  expect(uploadStateIn(SLOT)).toMatchObject({
    uploadId: "u5",
    fileName: "tide.wav",
    stored: 10_000_000,
    replaces: { uploadId: "u0", fileName: "old.wav", phase: "stored" },
  });
  reply = { success: true, version: 3 };
  const answer = keepStoredFile(SLOT, "u0");
  expect(calls).toEqual(["PUT /api/cloud-storage/slots"]);
  expect(JSON.parse(bodies[0] ?? "")).toEqual({
    ...{ draft: "d1", slot: SLOT, uploadId: "u0", version: 2, ownChoices: ["choice-1"] },
  });
  expect(await answer).toEqual({});
  expect(uploadStateIn(SLOT)).toMatchObject({ uploadId: "u0", phase: "stored" });
  // What was loaded before the answer is out of date.
  restore("d1", [replacedFile], { [SLOT]: 2 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(uploadStateIn(SLOT)?.uploadId).toBe("u0");
  expect(currentFiles([replacedFile])).toEqual([complete]);
});

test("a stored file whose place the other one has taken unheard is not shown as kept", async () => {
  const conflict = {
    slot: SLOT,
    version: 2,
    file: { ...view, uploadId: "u6", state: "complete" as const },
  };
  reply = { success: false, conflict };
  restore(
    "d1",
    [{ ...complete, coming: { uploadId: "u6", fileName, size, storedBytes, fingerprint } }],
    {},
  );
  await until((one) => one?.phase === "needs-file");
  const outcome = await keepStoredFile(SLOT, "u0");
  expect(outcome.conflict?.file?.uploadId).toBe("u6");
  expect(uploadStateIn(SLOT)).toBeUndefined();
});

test("a file of this page that another device has overtaken asks, and one that is stored makes room", () => {
  restore("d1", [], {});
  const other = { ...view, uploadId: "u9", state: "complete" as const, choice: "choice-9" };
  table.setEntry({ state, choice: "choice-1", file: new File(["x"], "tide.wav") });
  restore("d1", [other], { [SLOT]: 4 });
  expect(uploadStateIn(SLOT)).toMatchObject({ phase: "failed", conflict: { version: 4 } });
  clearUploads();
  restore("d1", [], { [SLOT]: 4 });
  table.setEntry({ state: { ...state, phase: "stored" }, choice: "choice-1" });
  restore("d1", [{ ...other, choice: "choice-8" }], { [SLOT]: 5 });
  expect(uploadStateIn(SLOT)).toBeUndefined();
});

test("what this page has chosen itself is no conflict", () => {
  restore("d1", [], {});
  table.setEntry({ state, choice: "choice-1", file: new File(["x"], "tide.wav") });
  restore("d1", [{ ...view, choice: "choice-1" }], { [SLOT]: 4 });
  expect(uploadStateIn(SLOT)?.conflict).toBeUndefined();
});

test("an earlier choice of this page, whose answer it has not heard, is no conflict either", async () => {
  restore("d1", [], {});
  choose(SLOT, "track", new File([wavBytes({ seconds: 1 })], "first.wav"));
  await until((one) => one?.phase === "sending");
  const first = table.entryIn(SLOT)?.choice ?? null;
  choose(SLOT, "track", new File([wavBytes({ seconds: 1, seed: 2 })], "second.wav"));
  restore("d1", [{ ...view, choice: first }], { [SLOT]: 1 });
  expect(uploadStateIn(SLOT)).toMatchObject({ fileName: "second.wav", phase: "checking" });
  // Nor is what the server has refused of it.
  restore("d1", [], { [SLOT]: 2 });
  expect(uploadStateIn(SLOT)).toMatchObject({ fileName: "second.wav", phase: "checking" });
  await remove(SLOT);
  const { ownChoices } = v.parse(v.object({ ownChoices: v.array(v.string()) }), readLastBody());
  expect(ownChoices[0]).toBe(first);
  expect(ownChoices).toHaveLength(2);
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
  choose(SLOT, "track", slow.file);
  choose(SLOT, "track", new File([wavBytes({ seconds: 1, seed: 2 })], "second.wav"));
  await until((one) => one?.phase === "sending");
  const engine = await import("./upload-engine.client");
  const abortSpy = vi.spyOn(AbortController.prototype, "abort");
  slow.letGo();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(abortSpy).not.toHaveBeenCalled();
  expect(uploadStateIn(SLOT)?.fileName).toBe("second.wav");
  abortSpy.mockRestore();
  engine.stopUpload(SLOT);
});

test("what is stored, or has expired, is not brought back", async () => {
  restore(
    "d1",
    [
      { ...view, uploadId: "u2", state: "complete" },
      { ...view, uploadId: "u3", slot: "artwork", kind: "artwork", state: "expired" },
    ],
    {},
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(table.entryStates()).toEqual([]);
});

test("what an earlier visit has left behind is asked for by name, unless another file was chosen meanwhile", async () => {
  const uploadBefore = {
    draftId: "d1",
    slot: SLOT,
    kind: "track",
    fileName: "before.wav",
    type: "",
  };
  const list = JSON.stringify([
    { ...uploadBefore, size: 100, fingerprint: "e".repeat(64), at: Date.now() },
  ]);
  const localStorage = { getItem: () => list, setItem: () => {}, removeItem: () => {} };
  vi.stubGlobal("window", { localStorage });
  let letGo: () => void = () => {};
  const turn = new Promise<void>((go) => (letGo = go));
  const lockRequest = new Promise<void>((resolve) => {
    const request = async (_: string, __: object, run: (lock: object) => Promise<void>) => {
      resolve();
      await turn;
      await run({});
    };
    vi.stubGlobal("navigator", { onLine: true, locks: { request } });
  });
  restore("d1", [], {});
  await lockRequest;
  choose(SLOT, "track", new File(["x"], "chosen.mp3", { type: "audio/mpeg" }));
  letGo();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(uploadStateIn(SLOT)).toMatchObject({ fileName: "chosen.mp3", phase: "failed" });

  clearUploads();
  restore("d1", [], {});
  await until((one) => one?.phase === "needs-file");
  expect(uploadStateIn(SLOT)).toMatchObject({ fileName: "before.wav", stored: 0 });
});

test("another draft's page lets go of this one's files", async () => {
  restore("d1", [{ ...view, uploadId: "u4" }], {});
  await until((one) => one?.phase === "needs-file");
  restore("d2", [], {});
  expect(uploadStateIn(SLOT)).toBeUndefined();
});

test("a file of the wrong name is refused at once, and nothing is sent", () => {
  choose(SLOT, "track", new File(["x"], "tide.mp3", { type: "audio/mpeg" }));
  expect(uploadStateIn(SLOT)).toMatchObject({
    phase: "failed",
    text: "Invalid file type. Expected: WAV file... Choose a file that ends in .wav.",
  });
  expect(calls).toEqual([]);
});

test("a file of the wrong content is refused by its header, and nothing is sent", async () => {
  choose(SLOT, "track", new File([mp3Bytes()], "tide.wav", { type: "audio/wav" }));
  expect(uploadStateIn(SLOT)?.phase).toBe("checking");
  await until((one) => one?.phase === "failed");
  expect(uploadStateIn(SLOT)?.text).toContain("This file is named .wav but holds MP3 audio");
  expect(calls).toEqual([]);
});

test("a pause while the header is looked at holds, and can be taken back", async () => {
  const wrong = new File([mp3Bytes()], "tide.wav", { type: "audio/wav" });
  choose(SLOT, "track", wrong);
  pause(SLOT);
  await until((one) => one?.phase !== "checking");
  expect(["paused", "failed"]).toContain(uploadStateIn(SLOT)?.phase);
  resume(SLOT);
  await allUploadsDone();
});

test("a step may be saved as soon as the server knows every file, or has refused it", async () => {
  table.setEntry({ state });
  let known = false;
  const waiting = allRegistered().then(() => {
    known = true;
  });
  await Promise.resolve();
  expect(known).toBe(false);
  const entry = table.entryIn(SLOT);
  if (entry) table.updateEntry(entry, { uploadId: "u9" });
  await waiting;
  expect(known).toBe(true);
});

test.each<[string, Partial<UploadState>, boolean]>([
  ["on its way", {}, true],
  ["on its way and kept here", { kept: true }, false],
  ["paused", { phase: "paused" }, true],
  ["waiting", { phase: "waiting" }, true],
  ["all at the server, being checked", { phase: "checking", stored: 100 }, false],
  ["stored", { phase: "stored", stored: 100 }, false],
  ["failed", { phase: "failed" }, false],
  ["in another tab", { phase: "elsewhere" }, false],
])("leaving loses bytes of a file %s: or not", (_, change, unsafe) => {
  table.setEntry({ state: { ...state, ...change } });
  expect(wouldLoseBytes()).toBe(unsafe);
});

test("trying again counts failed tries anew", () => {
  table.setEntry({ state: { ...state, phase: "waiting", tries: 5 } });
  retryWaiting();
  expect(uploadStateIn(SLOT)?.tries).toBe(0);
});
