import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fullRunContent,
  runToEnd,
  sending,
  singleRunContent,
  storedFile,
} from "../../../../tests/support/submission-run-fixture";
import type { FileState, Progress } from "./run-submission.client";

const percents = (reports: Progress[]) => reports.map(({ percent }) => percent);

test("a single whose files are stored passes through every stage in order, with its pauses", async () => {
  const { result, steps, listening } = await runToEnd(singleRunContent);
  expect(result).toEqual({ ok: true });
  const pause = "200 ms";
  expect(steps).toEqual([
    ...[5, pause, "check", 10, pause, 50, pause, 65, pause, 85, pause, "record"],
    ...[95, pause, 100, pause, "1500 ms"],
  ]);
  expect(listening).toBe(false);
});

test("the page reads stage, file and time remaining at every step", async () => {
  const { reports } = await runToEnd(fullRunContent);
  expect(reports.map(({ stage, percent, file }) => [stage, percent, file])).toEqual([
    ["validating", 5, undefined],
    ["preparing", 10, undefined],
    ["tracks", 33, "Processing file 1 of 4"],
    ["tracks", 50, "Processing file 2 of 4"],
    ["artwork", 65, "Processing file 3 of 4"],
    ["custom-artwork", 80, "Processing file 4 of 4"],
    ["creating", 85, undefined],
    ["created", 95, undefined],
    ["clips", 97, undefined],
    ["complete", 100, undefined],
  ]);
  expect(reports[0]?.remaining).toBe("Calculating...");
  expect(reports.at(-1)?.remaining).toBe("Less than 1 minute");
});

test("social clips are handed over only when a track has them", async () => {
  expect(percents((await runToEnd({ ...fullRunContent, hasClips: false })).reports)).not.toContain(
    97,
  );
});

test("a transfer without files goes from preparing to the record", async () => {
  const transfer = { tracks: [], artwork: undefined, customArtwork: [], hasClips: false };
  expect(percents((await runToEnd(transfer)).reports)).toEqual([5, 10, 85, 95, 100]);
});

test("while files are on their way the time left is the queue's own, told whenever it changes", async () => {
  const progressTexts: string[] = [];
  let tell = () => {};
  let seconds: number | undefined;
  let track = sending(0.2);
  const moves = [
    () => {
      seconds = 200;
    },
    () => {
      track = storedFile;
      seconds = 0;
    },
  ];
  const { result } = await runToEnd(singleRunContent, [], {
    secondsRemaining: () => seconds,
    fileState: (slot) => (slot === "track" ? track : storedFile),
    onFileChange: (listener) => {
      tell = listener;
      return () => {};
    },
    report: ({ stage, percent, remaining }) => {
      if (stage === "tracks") progressTexts.push(`${percent}% ${remaining}`);
    },
    sleep: async () => {
      if (progressTexts.length === 0) return;
      moves.shift()?.();
      tell();
    },
  });
  expect(result).toEqual({ ok: true });
  expect(progressTexts).toEqual([
    "22% Calculating...",
    "22% About 3 minutes remaining",
    "50% Calculating...",
  ]);
});

test("the artist can go back while a file is on its way: nothing is recorded, nothing has failed", async () => {
  const leaving = new AbortController();
  const recordCalls: string[] = [];
  const { result, failures, listening } = await runToEnd(
    singleRunContent,
    [
      ["track", sending(0.2)],
      ["track", sending(0.4)],
    ],
    {
      signal: leaving.signal,
      report: ({ percent }) => {
        if (percent === 22) leaving.abort();
      },
      record: async () => {
        recordCalls.push("record");
        return { ok: true };
      },
    },
  );
  expect(result).toEqual({ ok: false, stage: "tracks", text: "", cancelled: true });
  expect([recordCalls, failures, listening]).toEqual([[], [], false]);
});

test("the artist can go back from a check that gets no answer, and not from the record", async () => {
  const leaving = new AbortController();
  const { result } = await runToEnd(singleRunContent, [], {
    signal: leaving.signal,
    check: () => {
      leaving.abort();
      return new Promise(() => {});
    },
  });
  expect(result).toEqual({ ok: false, stage: "validating", text: "", cancelled: true });
  const late = new AbortController();
  const { result: lateResult } = await runToEnd(singleRunContent, [], {
    signal: late.signal,
    record: async () => {
      late.abort();
      return { ok: true };
    },
  });
  expect(lateResult).toEqual({ ok: true });
});

test("a file on its way moves the progress within its band until it is stored", async () => {
  const { result, reports } = await runToEnd(singleRunContent, [
    ["track", sending(0.2)],
    ["track", sending(0.8)],
    ["track", sending(1)],
    ["track", storedFile],
  ]);
  expect(result).toEqual({ ok: true });
  const track = reports.filter(({ stage }) => stage === "tracks");
  expect(percents(track)).toEqual([15, 22, 43, 50]);
  expect(new Set(track.map(({ text, file }) => `${text} ${file}`))).toEqual(
    new Set(['Uploading "Dawn"... Processing file 1 of 2']),
  );
});

test("bytes that must be sent again never take the progress back", async () => {
  const { reports } = await runToEnd(singleRunContent, [
    ["track", sending(0.6)],
    ["track", sending(0.1)],
    ["track", sending(0.7)],
    ["track", storedFile],
  ]);
  const track = reports.filter(({ stage }) => stage === "tracks");
  expect(percents(track)).toEqual([15, 36, 40, 50]);
});

test("a file that is stored while the progress is being read is not waited for", async () => {
  let track = sending(0);
  let tell = () => {};
  const { result } = await runToEnd(singleRunContent, [], {
    fileState: (slot) => (slot === "track" ? track : storedFile),
    onFileChange: (listener) => {
      tell = listener;
      return () => {};
    },
    sleep: async () => {
      track = storedFile;
      tell();
    },
  });
  expect(result).toEqual({ ok: true });
});

test("a file that waits for the connection says so, and the progress stays where it is", async () => {
  const { result, reports } = await runToEnd(singleRunContent, [
    ["track", sending(0.6)],
    ["track", { ...sending(0), waiting: "No connection." }],
    ["track", sending(0.6)],
    ["track", storedFile],
  ]);
  expect(result).toEqual({ ok: true });
  const track = reports.filter(({ stage }) => stage === "tracks");
  expect(track.map(({ percent, waiting }) => [percent, waiting])).toEqual([
    [15, undefined],
    [36, undefined],
    [36, "No connection."],
    [36, undefined],
    [50, undefined],
  ]);
});

test("a change of another file is ignored", async () => {
  const { result, reports } = await runToEnd(singleRunContent, [
    ["artwork", sending(0.5)],
    ["artwork", storedFile],
    ["track", storedFile],
  ]);
  expect(result).toEqual({ ok: true });
  expect(percents(reports)).toEqual([5, 10, 15, 50, 65, 85, 95, 100]);
});

test("time remaining follows from the time it has taken", async () => {
  let minutes = 0;
  const now = () => {
    minutes += 1;
    return minutes * 60_000;
  };
  const { reports } = await runToEnd(singleRunContent, [], { now });
  expect(reports[0]?.remaining).toBe("Calculating...");
  // One minute for the first 10 percent: 9 for the other 90.
  expect(reports[1]?.remaining).toBe("About 9 minutes remaining");
  expect(reports.at(-2)?.remaining).toBe("Less than 1 minute");
});

const slots = ["t1", "t2", "artwork", "c1"];
const change = fc.tuple(
  fc.constantFrom(...slots),
  fc.double({ min: -1, max: 2 }).map((fraction): FileState => sending(fraction)),
);

test("whatever the files do, the progress never goes back, and ends at 100", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
      const ends = slots.map((slot): [string, FileState] => [slot, storedFile]);
      const { result, reports } = await runToEnd(fullRunContent, [...changes, ...ends]);
      const progress = percents(reports);
      expect(result).toEqual({ ok: true });
      expect(progress).toEqual([...progress].sort((a, b) => a - b));
      expect([progress.at(0), progress.at(-1)]).toEqual([5, 100]);
    }),
  );
});
