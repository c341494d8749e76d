import { expect, test } from "vitest";
import { VirtualTime } from "../../../../tests/support/virtual-time";
import { discardBody, readSlices } from "./slices.server";

const sliceTime = (time: VirtualTime) => ({
  now: () => time.now(),
  schedule: (ms: number, run: () => void) => time.schedule(ms, run),
});

const KIB = 1024;
const file = Uint8Array.from({ length: 1_100 * KIB + 5 }, (_, index) => (index * 31) % 251);

type Step = { bytes: number } | { wait: number } | "end" | "cut";

/** A body that comes as the story tells, and what was made of it. */
async function cutIntoSlices(story: readonly Step[]) {
  const time = new VirtualTime();
  const slices: { at: number; bytes: Uint8Array }[] = [];
  let sentBytes = 0;
  const steps = [...story];
  const body = new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const step = steps.shift();
      if (step === undefined) return new Promise<void>(() => undefined);
      if (step === "cut") return controller.error(new Error("Network connection lost."));
      if (step === "end") {
        controller.close();
        return controller.byobRequest?.respond(0);
      }
      if ("wait" in step) await new Promise<void>((resolve) => time.schedule(step.wait, resolve));
      else {
        controller.enqueue(file.slice(sentBytes, sentBytes + step.bytes));
        sentBytes += step.bytes;
        return;
      }
      return this.pull?.(controller);
    },
  });
  const end = await time.runUntil(
    (async () => {
      const coming = readSlices(body, { time: sliceTime(time) });
      for (;;) {
        const next = await coming.next();
        if (next.done) return next.value;
        slices.push({ at: time.now(), bytes: next.value.slice() });
      }
    })(),
  );
  const bytes = Buffer.concat(slices.map((slice) => slice.bytes));
  expect(bytes.equals(file.subarray(0, bytes.length))).toBe(true);
  return {
    end,
    kib: slices.map((slice) => slice.bytes.length / KIB),
    kept: bytes.length,
    slices,
    endMs: time.now(),
  };
}

/** So many bytes at so many per second. */
const flow = (bytes: number, perSecond: number): Step[] =>
  Array.from({ length: Math.ceil(bytes / (8 * KIB)) }, (_, index) => [
    { wait: (8 * KIB * 1_000) / perSecond },
    { bytes: Math.min(8 * KIB, bytes - index * 8 * KIB) },
  ]).flat();

test("a fast body makes few objects, and nothing is lost", async () => {
  const { end, kib, kept } = await cutIntoSlices([{ bytes: file.length }, "end"]);
  expect(end).toBe("whole");
  expect(kib.slice(0, 2)).toEqual([512, 512]);
  expect(kept).toBe(file.length);
});

test.each([
  [8, 1_000_000, 256],
  [2, 250_000, 256],
  [0.4, 50_000, 64],
])("at %s Mbit/s a slice is kept as it comes", async (_, perSecond, kib) => {
  const { kib: sizes } = await cutIntoSlices([...flow(1_000 * KIB, perSecond), "end"]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(kib);
  expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(Math.min(64, kib));
});

test("of a body that is cut all but the bytes after the last step is kept", async () => {
  const { end, kept } = await cutIntoSlices([{ bytes: 100 * KIB }, { bytes: 13 * KIB }, "cut"]);
  expect(end).toBe("cut");
  expect(kept).toBe(112 * KIB);
});

test("bytes are stored after a second of silence, also of a half-open request", async () => {
  const { end, slices, kept } = await cutIntoSlices([
    { bytes: 50 * KIB },
    { wait: 5_000 },
    { bytes: 50 * KIB },
    "end",
  ]);
  expect(slices[0]?.bytes.length).toBe(48 * KIB);
  expect(slices[0]?.at).toBe(1_000);
  expect(end).toBe("whole");
  expect(kept).toBe(100 * KIB);
});

test.each<[string, Step[]]>([
  ["nothing", []],
  ["a drop at a time", Array.from({ length: 60 }, () => [{ wait: 900 }, { bytes: 1 }]).flat()],
])("a request that brings %s is given up in 10 s, and what it brought stays", async (_, then) => {
  const { end, kept, endMs } = await cutIntoSlices([{ bytes: 70 * KIB }, ...then]);
  expect(end).toBe("silent");
  expect(kept).toBe(64 * KIB);
  expect(endMs).toBeLessThan(10_000);
});

test("a link that is silent for some seconds at a time loses nothing", async () => {
  const story = Array.from({ length: 10 }, () => [{ wait: 7_000 }, { bytes: 16 * KIB }]).flat();
  expect(await cutIntoSlices([...story, "end"])).toMatchObject({ end: "whole", kept: 160 * KIB });
});

test("nothing is made of a body without bytes", async () => {
  expect(await cutIntoSlices(["end"])).toMatchObject({ end: "whole", kept: 0 });
  expect(await cutIntoSlices(["cut"])).toMatchObject({ end: "cut", kept: 0 });
});

test("an unwanted body is ended at once, however slow it is", async () => {
  const time = new VirtualTime();
  let pulledBytes = 0;
  let cancelled = false;
  const body = new ReadableStream({
    type: "bytes",
    async pull(controller) {
      await new Promise<void>((resolve) => time.schedule(20, resolve));
      pulledBytes += 16 * KIB;
      if (!cancelled) controller.enqueue(new Uint8Array(16 * KIB));
    },
    cancel() {
      cancelled = true;
    },
  });
  await time.runUntil(discardBody(body, sliceTime(time)));
  expect(time.now()).toBe(20);
  expect(cancelled).toBe(true);
  expect(pulledBytes).toBeLessThanOrEqual(48 * KIB);
});
