import { beforeAll, expect, test } from "vitest";
import { installFixedLengthStream } from "../../../../tests/support/digest-stream";
import { BodyStalledError, withBodyTimeout } from "./body-timeout.server";

beforeAll(() => installFixedLengthStream());

type Step = { bytes: number } | { wait: number } | "cut";

/** A body that comes as the story tells, and then ends, or says nothing more. */
function bodyOf(story: readonly Step[], then: "end" | "silence") {
  const steps = [...story];
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const step = steps.shift();
      if (step === "cut") return controller.error(new Error("Network connection lost."));
      if (step === undefined && then === "silence") return new Promise<void>(() => undefined);
      if (step === undefined) {
        controller.close();
        return controller.byobRequest?.respond(0);
      }
      if ("bytes" in step) return controller.enqueue(new Uint8Array(step.bytes).fill(7));
      await new Promise((resolve) => setTimeout(resolve, step.wait));
      return this.pull?.(controller);
    },
  });
}
const lengthOf = async (body: ReadableStream) =>
  (await new Response(body).arrayBuffer()).byteLength;
const TIMES: [number, number] = [1_000, 4_000];

test("a body passes unchanged, also from a connection that pauses", async () => {
  const body = bodyOf([{ bytes: 70_000 }, { wait: 100 }, { bytes: 30_000 }], "end");
  expect(await withBodyTimeout(body, 100_000, lengthOf, TIMES)).toBe(100_000);
});

test("a body is read to its end, though storage has had enough before", async () => {
  let ended = false;
  const body = new ReadableStream({
    type: "bytes",
    async pull(controller) {
      if (!ended) controller.enqueue(new Uint8Array(9));
      if (!ended) await new Promise((resolve) => setTimeout(resolve, 50));
      ended = true;
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
  const first = async (coming: ReadableStream) => (await coming.getReader().read()).value?.length;
  expect(await withBodyTimeout(body, 9, first, TIMES)).toBe(9);
  expect(ended).toBe(true);
});

test.each<[string, Step[]]>([
  ["falls silent", [{ bytes: 1_000 }]],
  ["says nothing at all", []],
  [
    "comes a drop at a time",
    Array.from({ length: 100 }, () => [{ wait: 50 }, { bytes: 1 }] as const).flat(),
  ],
])("a body that %s is given up soon, whoever stores it", async (_, story) => {
  const since = Date.now();
  const storing = withBodyTimeout(bodyOf(story, "silence"), 100_000, lengthOf, TIMES);
  await expect(storing).rejects.toThrow(BodyStalledError);
  expect(Date.now() - since).toBeLessThan(4_000);
});

test("a body of which much has come is waited for longer", async () => {
  const body = bodyOf([{ bytes: 1_100_000 }, { wait: 1_500 }, { bytes: 1 }], "end");
  expect(await withBodyTimeout(body, 1_100_001, lengthOf, TIMES)).toBe(1_100_001);
});

test("a cut body has its own error, and errors of storage pass unchanged", async () => {
  const cutResult = withBodyTimeout(bodyOf([{ bytes: 9 }, "cut"], "end"), 100, lengthOf, TIMES);
  await expect(cutResult).rejects.toThrow("Network connection lost.");
  const body = bodyOf([{ bytes: 9 }], "silence");
  const failConnection = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error("10024");
  };
  const storageResult = withBodyTimeout(body, 100, failConnection, TIMES);
  await expect(storageResult).rejects.toThrow("10024");
  expect(body.locked).toBe(false);
});
