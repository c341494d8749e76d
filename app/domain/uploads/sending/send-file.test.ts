import { expect, test } from "vitest";
import { MIB, mbit, simulateUpload } from "../../../../tests/support/simulate-upload";
import type { UploadState } from "../upload-state";

const isPut = (what: string) => what.startsWith("PUT");
const isStandard = (what: string) => what === "POST /api/upload";
const opens = (what: string) => what.endsWith("/upload-url");

test("a file of at most 15MB goes in one call", async () => {
  const world = simulateUpload({ size: 15 * MIB });
  expect(await world.run()).toBe("stored");
  expect(world.server.calls).toEqual([]);
  expect(world.state).toMatchObject({ phase: "stored", url: "/files/whole-1", stored: 15 * MIB });
});

test("a larger file goes in parts", async () => {
  const world = simulateUpload({ size: 15 * MIB + 1 });
  expect(await world.run()).toBe("stored");
  expect(world.server.calls.filter((call) => call === "POST upload-url")).toHaveLength(1);
  expect(world.state).toMatchObject({
    phase: "stored",
    url: "/files/upload-1",
    uploadId: "upload-1",
  });
});

test("a small file goes in parts once its one call was cut off", async () => {
  const world = simulateUpload({ size: 12 * MIB });
  world.time.schedule(1_000, () => world.link.cut());
  expect(await world.run()).toBe("stored");
  expect(world.state.uploadId).toBe("upload-1");
});

test.each([
  ["would not end within the 5 minutes of one call", 15 * MIB, mbit(0.4)],
  ["would not by far", 15 * MIB, 20_000],
  ["takes more than two minutes, in which a cut may come", 8 * MIB, mbit(0.4)],
])("a small file that %s goes in parts, and hardly anything twice", async (_, size, rate) => {
  const world = simulateUpload({ size, rate });
  expect(await world.run()).toBe("stored");
  expect(world.state.uploadId).toBe("upload-1");
  expect(world.link.carriedBytes / size).toBeLessThan(1.1);
  expect(world.time.now() / 1_000).toBeLessThan((1.2 * size) / rate);
  // Nothing has failed: nobody counts tries.
  expect(world.changes.some(({ tries, cause }) => tries || cause)).toBe(false);
});

test("a small file that is through in two minutes stays in its one call, however it began", async () => {
  const world = simulateUpload({ size: 10 * MIB, rate: mbit(1) });
  expect(await world.run()).toBe("stored");
  expect(world.state.uploadId).toBe("whole-1");
});

test("a small file that stands still is told of within 15 s, and goes on once the line carries", async () => {
  const world = simulateUpload({ size: 6 * MIB, rate: mbit(4) });
  let waitingState: Partial<UploadState> = {};
  world.time.schedule(3_000, () => world.link.setStill(true));
  world.time.schedule(3_000 + 14_900, () => {
    waitingState = { ...world.state };
  });
  world.time.schedule(30_000, () => world.link.setStill(false));
  expect(await world.run()).toBe("stored");
  expect(waitingState).toMatchObject({ phase: "waiting", text: "Waiting for connection." });
  expect(waitingState.secondsLeft).toBeUndefined();
  expect(world.time.now()).toBeLessThan(70_000);
});

test("a small file that has left, and has no answer, is not waited for for minutes", async () => {
  const world = simulateUpload({ size: 1 * MIB });
  let waitingState: Partial<UploadState> = {};
  let silent = 1;
  world.fault = (what) => (isStandard(what) && silent-- > 0 ? "silent" : undefined);
  world.time.schedule(14_900, () => {
    waitingState = { ...world.state };
  });
  expect(await world.run()).toBe("stored");
  expect(waitingState).toMatchObject({ phase: "waiting", text: "Waiting for connection." });
  expect(world.time.now()).toBeLessThan(45_000);
});

test("the time left of a small file makes no leap where its link goes in fits and starts", async () => {
  const world = simulateUpload({ size: 12 * MIB, rate: mbit(2) });
  for (let at = 20_000; at < 60_000; at += 8_000) {
    world.time.schedule(at, () => world.link.setStill(true));
    world.time.schedule(at + 5_000, () => world.link.setStill(false));
  }
  expect(await world.run()).toBe("stored");
  const remainingTimes = world.changes.flatMap(({ secondsLeft }) => secondsLeft || []);
  const leaps = remainingTimes.slice(80).map((now, at) => now / (remainingTimes[79 + at] ?? now));
  expect(leaps.length).toBeGreaterThan(50);
  expect(Math.max(...leaps)).toBeLessThan(1.5);
});

test("a small file that cannot be opened in parts goes back to its one call", async () => {
  const world = simulateUpload({ size: 2 * MIB });
  let failureCount = 0;
  world.fault = (what) => {
    if (opens(what)) return { status: 503, error: "Not just now." };
    return isStandard(what) && failureCount++ < 2 ? { status: 502 } : undefined;
  };
  expect(await world.run()).toBe("stored");
  expect(world.state.uploadId).toBe("whole-1");
});

test("a small file whose parts do not get through goes back to its one call", async () => {
  const world = simulateUpload({ size: 2 * MIB });
  world.resumes = true;
  world.fault = (what) => (isPut(what) ? { status: 500 } : undefined);
  expect(await world.run()).toBe("stored");
  expect(world.state.uploadId).toBe("whole-2");
});

test("a large file that cannot be opened tries until it can", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  let failuresLeft = 6;
  world.fault = (what) =>
    opens(what) && failuresLeft-- > 0 ? { status: 503, error: "Not just now." } : undefined;
  expect(await world.run()).toBe("stored");
  expect(world.changes).toContainEqual(
    expect.objectContaining({ phase: "waiting", cause: "Not just now.", tries: 6 }),
  );
});

test("after a lost answer of the one call nothing is sent again", async () => {
  const world = simulateUpload({ size: 3 * MIB });
  let lost = false;
  world.fault = (what) => {
    if (!isStandard(what) || lost) return undefined;
    lost = true;
    return "lost";
  };
  expect(await world.run()).toBe("stored");
  // The server knows the file again by its fingerprint.
  expect(world.state.uploadId).toBe("whole-1");
  expect(world.link.carriedBytes).toBeCloseTo(3 * MIB, -2);
});

test("another small master of the same size and ends arrives, also by the other way", async () => {
  const world = simulateUpload({ size: 3 * MIB });
  expect(await world.run()).toBe("stored");
  world.choose("b".repeat(64));
  world.resumes = false;
  let failed = false;
  world.fault = (what) => {
    if (!isStandard(what) || failed) return undefined;
    failed = true;
    return { status: 502 };
  };
  expect(await world.run()).toBe("stored");
  expect(failed).toBe(true);
  expect(world.server.upload).toMatchObject({ state: "complete", sha256: "b".repeat(64) });
});

test("a small file that may be stored already is compared by its hash before it's sent", async () => {
  const world = simulateUpload({ size: 3 * MIB });
  await world.run();
  const { carriedBytes } = world.link;
  world.restart();
  expect(await world.run()).toBe("stored");
  expect(world.link.carriedBytes).toBe(carriedBytes);
  world.choose("b".repeat(64));
  expect(await world.run()).toBe("stored");
  expect(world.link.carriedBytes - carriedBytes).toBeCloseTo(3 * MIB, -4);
});

test("a small file of which this device has nothing is finished, and never sent as an empty one", async () => {
  const world = simulateUpload({ size: 2 * MIB });
  world.resumes = true;
  world.time.schedule(1_500, world.stop);
  world.fault = (what) => (what.endsWith("/process-upload") ? "silent" : undefined);
  await world.run();
  world.restart();
  world.arrived = "upload-1";
  world.hashes = async () => undefined;
  let failuresLeft = 5;
  world.fault = (what) =>
    what.endsWith("/process-upload") && failuresLeft-- > 0 ? { status: 503 } : undefined;
  expect(await world.run()).toBe("stored");
  expect(world.state.url).toBe("/files/upload-1");
});

test.each([
  [413, "This file is larger than 15MB, the most this call takes."],
  [415, "Invalid file type. Expected: WAV file..."],
])("a refusal of the one call (%i) is final, with the server's text", async (status, error) => {
  const world = simulateUpload({ size: 1 * MIB });
  world.fault = () => ({ status, error });
  expect(await world.run()).toBe("refused");
  expect(world.state).toMatchObject({ phase: "failed", text: error, canRetry: false });
  expect(world.server.calls).toEqual([]);
});

test("a refusal of a part is final, with the server's text", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  world.fault = (what) => (isPut(what) ? { status: 400, error: "Wrong length." } : undefined);
  expect(await world.run()).toBe("refused");
  expect(world.state).toMatchObject({ phase: "failed", text: "Wrong length.", canRetry: false });
});

test("a file the server refuses at the end is told with its text, and not sent again", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  world.server.finishRefusal = "Invalid file type. Expected: WAV file...";
  expect(await world.run()).toBe("refused");
  expect(world.state.text).toBe("Invalid file type. Expected: WAV file...");
  expect(world.link.carriedBytes).toBeLessThan(20.1 * MIB);
});

test("so is one whose refusal was lost on the way", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  world.server.finishRefusal = "Invalid file type. Expected: WAV file...";
  let lost = false;
  world.fault = (what) => {
    if (!what.endsWith("/process-upload") || lost) return undefined;
    lost = true;
    return "lost";
  };
  expect(await world.run()).toBe("refused");
  expect(world.link.carriedBytes).toBeLessThan(20.1 * MIB);
});

test("a submitted draft takes no file, and says so once", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  const error = "This submission was already sent.";
  world.fault = (what) => (what.startsWith("GET") ? undefined : { status: 409, error });
  expect(await world.run()).toBe("failed");
  expect(world.state).toMatchObject({ phase: "failed", text: error, canRetry: true });
});

test("stopping ends everything without a word", async () => {
  const world = simulateUpload({ size: 60 * MIB });
  world.time.schedule(5_000, world.stop);
  expect(await world.run()).toBe("stopped");
  expect(world.state.phase).toBe("sending");
  expect(world.time.now()).toBe(5_000);
});
