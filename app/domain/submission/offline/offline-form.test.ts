import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteOfflineDraft } from "~/forms/autosave/sign-out";
import {
  deleteExpiredOfflineDraft,
  queuePendingStep,
  readOfflineDraft,
  saveOfflineAnswers,
  saveOfflinePage,
} from "./offline-draft.client";
import { readOfflineForm, sendPendingSteps } from "./offline-form.client";

const draftId = "01JDRAFT";
const signal = new AbortController().signal;

beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  });
});

afterEach(() => vi.unstubAllGlobals());

/** A copy as autosave leaves it of a step that could not be saved. */
function unsent(step: string, base: string, ...forms: [string, string][][]): void {
  const copy = { base, unsent: forms, at: Date.now() };
  localStorage.setItem(`draft:${draftId}:${step}`, JSON.stringify(copy));
}

const savedReply = (version: string) => Response.json({ success: true, version });
const leadsOn = () => new Response("", { status: 202, headers: { "X-Remix-Response": "yes" } });
const pageReply = (status: number) =>
  new Response("", { status, headers: { "X-Remix-Response": "yes" } });

/** Sends what waits to a server that gives these answers. @returns what it was asked. */
function sending(...answers: (() => Response | Error)[]) {
  const requests: string[] = [];
  const filesKnownCalls: string[] = [];
  const work = sendPendingSteps(
    {
      fetch: async (path, init) => {
        const form = new URLSearchParams(String(init?.body));
        const fields = [...form].filter(([name]) => name !== "draft");
        requests.push(`${init?.method} ${path} ${new URLSearchParams(fields)}`);
        expect(form.get("draft")).toBe(draftId);
        const answer = answers.shift()?.() ?? new Error("No more answers");
        if (answer instanceof Error) throw answer;
        return answer;
      },
      storage: () => localStorage,
      now: () => Date.now(),
      waitForFiles: async () => void filesKnownCalls.push(`after ${requests.length}`),
    },
    signal,
  );
  return { work, requests, filesKnownCalls };
}

test("steps are sent in the order of the presses: what was typed, then Next, and the next step after it", async () => {
  saveOfflinePage({ draftId, step: "artist", version: "new" }, { saved: {}, completed: [] });
  queuePendingStep(draftId, "artist");
  queuePendingStep(draftId, "music");
  unsent("artist", "new", [["surname", "Vale"]], [["surname", "Valentin"]]);
  unsent("music", "new", [["releaseTitle", "Night Ferry"]]);
  const { work, requests, filesKnownCalls } = sending(
    () => savedReply("a1"),
    () => savedReply("a2"),
    leadsOn,
    () => savedReply("m1"),
    leadsOn,
  );
  expect(await work).toEqual({ passed: "music" });
  expect(requests).toEqual([
    "PUT /api/drafts/current/artist surname=Vale&version=new",
    "PUT /api/drafts/current/artist surname=Valentin&version=a1",
    "POST /submit/artist.data version=a2&intent=next",
    "PUT /api/drafts/current/music releaseTitle=Night+Ferry&version=new",
    "POST /submit/music.data version=m1&intent=next",
  ]);
  // Next on the music step counts with the files that were chosen.
  expect(filesKnownCalls).toEqual(["after 4"]);
  expect(readOfflineDraft()).toMatchObject({ next: [], completed: ["artist", "music"] });
  expect(readOfflineDraft()?.steps.artist).toEqual({
    version: "a2",
    saved: { surname: "Valentin" },
  });
  expect(localStorage.getItem(`draft:${draftId}:artist`)).toBeNull();
});

test("a line that goes in the middle loses nothing: what has arrived is not sent again", async () => {
  saveOfflinePage({ draftId, step: "artist", version: "v0" }, { saved: {}, completed: [] });
  queuePendingStep(draftId, "artist");
  unsent("artist", "v0", [["surname", "Vale"]], [["city", "Cork"]]);
  const cutError = () => new TypeError("Failed to fetch");
  const first = sending(() => savedReply("v1"), cutError);
  await expect(first.work).rejects.toThrow();
  expect(readOfflineDraft()?.next).toEqual(["artist"]);
  const second = sending(() => savedReply("v2"), leadsOn);
  await second.work;
  expect(second.requests).toEqual([
    "PUT /api/drafts/current/artist city=Cork&version=v1",
    "POST /submit/artist.data version=v2&intent=next",
  ]);
});

test("a step that was changed elsewhere is handed to its page, and no later one is sent", async () => {
  saveOfflinePage({ draftId, step: "artist", version: "v0" }, { saved: {}, completed: [] });
  queuePendingStep(draftId, "artist");
  queuePendingStep(draftId, "music");
  unsent("artist", "v0", [["surname", "Vale"]]);
  const conflict = () =>
    Response.json(
      { error: "Changed.", conflict: true, version: "v9", savedAt: "2026-01-01T10:00:00Z" },
      { status: 409 },
    );
  const { work, requests } = sending(conflict);
  const fields = [
    ["surname", "Vale"],
    ["draft", draftId],
    ["version", "v0"],
    ["intent", "next"],
  ];
  expect(await work).toEqual({ blocked: { path: "/submit/artist", fields } });
  expect(requests).toHaveLength(1);
  expect(readOfflineDraft()?.next).toEqual(["music"]);
  // Until the artist has chosen, the copy stays.
  expect(localStorage.getItem(`draft:${draftId}:artist`)).not.toBeNull();
});

test("a step that does not pass is handed to its page; an answer of somebody else's settles nothing", async () => {
  saveOfflinePage({ draftId, step: "about", version: "v0" }, { saved: { bio: "" }, completed: [] });
  queuePendingStep(draftId, "about");
  const portal = () => new Response("Sign in to the train's network", { status: 200 });
  await expect(sending(portal).work).rejects.toThrow();
  await expect(sending(() => pageReply(503)).work).rejects.toThrow();
  await expect(sending(() => pageReply(429)).work).rejects.toThrow();
  expect(readOfflineDraft()?.next).toEqual(["about"]);
  const { blocked } = await sending(() => pageReply(400)).work;
  expect(blocked?.path).toBe("/submit/about");
  expect(readOfflineDraft()).toMatchObject({ next: [], completed: [] });
});

test("one draft is kept, the last that was open, for 14 days; forgotten, nothing of it stays", () => {
  saveOfflinePage(
    { draftId, step: "artist", version: "v1" },
    { saved: { city: "Cork" }, completed: [] },
  );
  saveOfflineAnswers({ draftId, step: "artist", version: "v2" }, { city: "Leeds" });
  expect(readOfflineDraft()?.steps.artist).toEqual({ version: "v2", saved: { city: "Leeds" } });
  saveOfflineAnswers({ draftId: "another", step: "artist", version: "v3" }, { city: "Hull" });
  expect(queuePendingStep("another", "artist")).toBe(false);
  expect(readOfflineDraft()?.steps.artist?.version).toBe("v2");
  const other = { draftId: "another", step: "artist", version: "new" } as const;
  saveOfflinePage(other, { saved: {}, completed: [] });
  expect(JSON.stringify(readOfflineDraft())).not.toContain("Leeds");
  vi.useFakeTimers({ now: Date.now() + 14 * 86_400_000 + 1_000 });
  expect(readOfflineDraft()).toBeUndefined();
  vi.useRealTimers();
  deleteOfflineDraft();
  expect(localStorage.getItem("kept-draft")).toBeNull();
});

test("what is kept is taken away once it is 14 days old or says nothing of its age, and no sooner", () => {
  saveOfflinePage(
    { draftId, step: "artist", version: "v1" },
    { saved: { city: "Cork" }, completed: [] },
  );
  const text = localStorage.getItem("kept-draft") ?? "";
  const days = 14 * 86_400_000;
  const atAge = (age: number, draftText = text) => {
    localStorage.setItem("kept-draft", draftText);
    vi.useFakeTimers({ now: Number(JSON.parse(text).at) + age });
    deleteExpiredOfflineDraft();
    vi.useRealTimers();
    return localStorage.getItem("kept-draft");
  };
  expect(atAge(days - 1_000)).toBe(text);
  expect(atAge(days + 1_000)).toBeNull();
  for (const unread of ["{}", "Cork", '{"at":"never"}']) expect(atAge(0, unread)).toBeNull();
  // Of another version of the form: its own pages read it.
  const newer = JSON.stringify({ at: JSON.parse(text).at, form: "newer" });
  expect(atAge(0, newer)).toBe(newer);
  expect(atAge(days + 1_000, newer)).toBeNull();
  deleteExpiredOfflineDraft();
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("forbidden", "SecurityError");
    },
  });
  expect(deleteExpiredOfflineDraft).not.toThrow();
});

test("a browser whose storage is full or forbidden keeps nothing, and says so", () => {
  saveOfflinePage({ draftId, step: "artist", version: "v1" }, { saved: {}, completed: [] });
  vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(queuePendingStep(draftId, "artist")).toBe(false);
});

test("what the last release of an artist tells stays with the draft, whichever steps are opened after it", () => {
  const prefill = { primaryGenre: "Folk", subGenre: "Indie Folk", usual: [] };
  const artist = { draftId, step: "artist", version: "new" } as const;
  saveOfflinePage(artist, { saved: {}, completed: [], prefill });
  saveOfflinePage({ ...artist, step: "about" }, { saved: {}, completed: ["artist"] });
  expect(readOfflineForm()?.prefill).toEqual(prefill);
  saveOfflinePage({ ...artist, draftId: "01JOTHER" }, { saved: {}, completed: [] });
  expect(readOfflineForm()?.draftId).toBe("01JOTHER");
  expect(readOfflineForm()?.prefill).toBeUndefined();
});

test("a form whose files nobody could show is not opened, and what waits of it is sent", () => {
  saveOfflinePage({ draftId, step: "artist", version: "v1" }, { saved: {}, completed: [] });
  queuePendingStep(draftId, "artist");
  const storedDraft = JSON.parse(localStorage.getItem("kept-draft") ?? "");
  localStorage.setItem(
    "kept-draft",
    JSON.stringify({ ...storedDraft, files: [{ size: "large" }] }),
  );
  expect(readOfflineForm()).toBeUndefined();
  expect(readOfflineDraft()?.next).toEqual(["artist"]);
});
