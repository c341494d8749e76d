import { expect, test } from "vitest";
import { filesStatusText, secondsLeft } from "./files-status";
import type { FileView } from "./upload";
import type { UploadState } from "./upload-state";

const MB = 1024 * 1024;
const file = (slot: string, more: Partial<UploadState>): UploadState => ({
  slot,
  kind: "track",
  fileName: `${slot}.wav`,
  size: 100 * MB,
  stored: 0,
  inFlight: 0,
  phase: "sending",
  ...more,
});
const heldFile = (slot: string, state: FileView["state"]): FileView => ({
  uploadId: slot,
  kind: "track",
  slot,
  fileName: `${slot}.wav`,
  size: 9,
  storedBytes: 9,
  state,
  choice: slot,
  fingerprint: null,
  sha256: null,
  url: "",
  probe: null,
});
const replacedFile: FileView = {
  ...heldFile("a", "complete"),
  coming: { uploadId: "b", fileName: "b.wav", size: 9, storedBytes: 3, fingerprint: null },
};
const inLine = file("c", { text: "In line" });

test("the estimate takes all that is left at the speeds of those that are moving", () => {
  const half = { stored: 50 * MB, secondsLeft: 50 };
  expect(secondsLeft([file("a", half)])).toBe(50);
  expect(secondsLeft([file("a", half), file("b", half)])).toBe(50);
  // One in line has 100 MB more to go, at the 1 MB/s of the one that moves.
  expect(secondsLeft([file("a", half), inLine])).toBe(150);
});

test.each<[string, UploadState[]]>([
  ["nothing is on its way", [file("a", { phase: "stored" })]],
  ["no speed is known yet", [file("a", {})]],
  ["a file waits for the line", [file("a", { secondsLeft: 9 }), file("b", { phase: "waiting" })]],
  ["another tab sends one", [file("a", { secondsLeft: 9 }), file("b", { phase: "elsewhere" })]],
])("there is no estimate while %s", (_, states) => {
  expect(secondsLeft(states)).toBeUndefined();
});

const moving = file("a", { secondsLeft: 170 });

test.each<[string, FileView[], UploadState[], string]>([
  ["no file", [], [], ""],
  ["a page without script", [heldFile("a", "complete")], [], "All files are with us"],
  ["a page without script, one cut", [heldFile("a", "open")], [], "1 of 1 file not fully sent"],
  ["one in whose place another was begun", [replacedFile], [], "1 of 1 file not fully sent"],
  ["one removed by the sweep", [heldFile("a", "expired")], [], "1 of 1 file not fully sent"],
  [
    "one known to both",
    [heldFile("a", "open")],
    [moving],
    "1 of 1 file on its way, about 3 minutes",
  ],
  [
    "two of three",
    [heldFile("b", "complete")],
    [moving, inLine],
    "2 of 3 files on their way, about 6 minutes",
  ],
  ["before a speed is known", [], [file("a", {})], "1 of 1 file on its way"],
  [
    "the last moment",
    [],
    [file("a", { phase: "checking", stored: 100 * MB })],
    "1 of 1 file on its way, less than a minute",
  ],
  ["no line", [], [file("a", { phase: "waiting" })], "Waiting for connection"],
  [
    "paused",
    [heldFile("b", "complete")],
    [file("a", { phase: "paused" })],
    "1 of 2 files not fully sent",
  ],
  [
    "refused in the place of a stored one",
    [heldFile("a", "complete")],
    [file("a", { phase: "failed" })],
    "All files are with us",
  ],
  ["refused, and nothing before it", [], [file("a", { phase: "failed" })], ""],
])("of %s the line says what is so", (_, views, states, words) => {
  expect(filesStatusText(views, states, true)).toBe(words);
});

test("a device without a connection gets no estimate", () => {
  expect(filesStatusText([], [moving], false)).toBe("Waiting for connection");
});

test("a file known by name only counts if its row is saved", () => {
  const lacking = file("audio:a", { phase: "needs-file", stored: 0 });
  const words = (slots?: string[]) =>
    filesStatusText([heldFile("b", "complete")], [lacking], true, slots);
  expect(words(["audio:a", "b"])).toBe("Choose 1 file again");
  expect(words()).toBe("Choose 1 file again");
  expect(words(["b"])).toBe("All files are with us");
  const begunFile = { ...lacking, uploadId: "u1" };
  expect(filesStatusText([], [begunFile], true, ["b"])).toBe("Choose 1 file again");
});

test("what only the artist can do comes first", () => {
  const lacking = ["b", "c"].map((slot) => file(slot, { phase: "needs-file" }));
  const conflict = { slot: "d", version: 2, by: "another", reason: "replaced" } as const;
  const undecided = file("d", { phase: "failed", conflict });
  expect(filesStatusText([heldFile("d", "complete")], [undecided], true)).toBe(
    "1 file has two versions",
  );
  expect(filesStatusText([], [moving, ...lacking, undecided], true)).toBe(
    "1 file has two versions. Choose 2 files again. 1 of 4 files on its way, about 3 minutes",
  );
  expect(filesStatusText([], lacking, true)).toBe("Choose 2 files again");
});
