import { expect, test } from "vitest";
import { browserOfChoice, type FileView } from "../upload";
import {
  type ChangeRecord,
  type FileRecord,
  parseRecords,
  SlotRecords,
} from "./slot-records.client";

const DAY = 24 * 60 * 60_000;
const NOW = 100 * DAY;
const SLOT = "audio:track-1";
const file: FileRecord = {
  draftId: "d1",
  slot: SLOT,
  choice: "choice-1",
  version: 2,
  at: NOW - DAY,
  kind: "track",
  fileName: "tide.wav",
  type: "audio/wav",
  size: 40_000_000,
  fingerprint: "f".repeat(64),
  copy: "choice-1-x",
  sha256: "a".repeat(64),
  uploadId: "u1",
  unreported: [{ number: 2, etag: '"e"' }],
};
const removal: ChangeRecord = {
  ...{ draftId: "d1", slot: SLOT, choice: "choice-2", version: 2, at: NOW, keeps: null },
};

/** A browser's storage, shared by its tabs. */
function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  };
}

function openTab(storage = memoryStorage()) {
  return new SlotRecords(
    () => storage,
    () => NOW,
  );
}

test("what was remembered is read as it was written", () => {
  expect(parseRecords(JSON.stringify([file, removal]), NOW)).toEqual([file, removal]);
});

test("what is older than uploads live is left out", () => {
  const list = JSON.stringify([
    { ...file, at: NOW - 14 * DAY },
    { ...file, slot: "artwork", at: NOW - 13 * DAY },
  ]);
  expect(parseRecords(list, NOW).map(({ slot }) => slot)).toEqual(["artwork"]);
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["no list", "{}"],
  ["something else", '[1, null, {"slot": 3}]'],
  ["a fingerprint that is none", JSON.stringify([{ ...file, fingerprint: "../../etc" }])],
])("%s is read as an empty list", (_, text) => {
  expect(parseRecords(text, NOW)).toEqual([]);
});

test("one broken record costs no other", () => {
  expect(parseRecords(JSON.stringify([{ broken: true }, file]), NOW)).toEqual([file]);
});

test("a slot of a draft has one record, and other drafts keep theirs", () => {
  const records = openTab();
  const other = { ...file, draftId: "d2" };
  for (const record of [file, other, removal]) records.save(record);
  expect(records.all()).toEqual([other, removal]);
  // What is learned of an earlier choice changes nothing.
  records.updateFile(file, { uploadId: "u7" });
  records.delete(file);
  expect(records.find(file)).toEqual(removal);
  records.delete(removal);
  expect(records.all()).toEqual([other]);
});

test("two tabs have the same records, and a page whose storage is refused has its own", () => {
  const storage = memoryStorage();
  const [one, two] = [openTab(storage), openTab(storage)];
  one.save(file);
  expect(two.find(file)).toEqual(file);
  expect(two.all()).toBe(two.all());
  const refused = new SlotRecords(
    () => {
      throw new DOMException("denied", "SecurityError");
    },
    () => NOW,
  );
  refused.save(file);
  expect(refused.find(file)).toEqual(file);
  const earlier = refused.newChoice();
  expect(earlier < refused.newChoice()).toBe(true);
});

test("the choices of a browser are named in their order, whichever tab makes them and whatever its clock says", () => {
  const storage = memoryStorage();
  let now = NOW;
  const tab = () =>
    new SlotRecords(
      () => storage,
      () => now,
    );
  const [one, two] = [tab(), tab()];
  const names = [one.newChoice(), two.newChoice(), one.newChoice()];
  now -= DAY;
  names.push(two.newChoice());
  now += 2 * DAY;
  names.push(one.newChoice());
  expect(names).toEqual(names.toSorted());
  expect(new Set(names).size).toBe(5);
  expect(new Set(names.map(browserOfChoice)).size).toBe(1);
  expect(browserOfChoice(openTab().newChoice())).not.toBe(browserOfChoice(names[0] ?? ""));
});

const view: FileView = {
  ...{ uploadId: "u1", kind: "track", slot: SLOT, fileName: "tide.wav", size: 40_000_000 },
  ...{ state: "complete", storedBytes: 40_000_000, fingerprint: null, sha256: null },
  ...{ choice: "choice-1", url: "/files/u1/tide.wav", probe: null },
};

test("a page shows what this browser has changed until the server's pages say the same", () => {
  const records = openTab();
  expect(records.apply("d1", [view])).toEqual([view]);
  records.save(removal);
  expect(records.apply("d1", [view])).toEqual([]);
  expect(records.apply("d2", [view])).toEqual([view]);
  records.save({ ...removal, keeps: "u1" });
  const coming = { uploadId: "u2", fileName: "b.wav", size: 1, storedBytes: 0, fingerprint: null };
  expect(records.apply("d1", [{ ...view, coming }])).toEqual([view]);
  records.dropShown("d1", { [SLOT]: 3 });
  expect(records.find(removal)).toBeDefined();
  records.markMade(removal, 3);
  records.dropShown("d1", { [SLOT]: 2 });
  expect(records.find(removal)).toBeDefined();
  records.dropShown("d1", { [SLOT]: 3 });
  expect(records.find(removal)).toBeUndefined();
});
