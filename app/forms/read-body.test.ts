import { expect, test } from "vitest";
import { readBody } from "./read-body";

/** A request whose body is these chunks, and then ends, breaks off, or falls silent. */
function requestOf(
  chunks: Uint8Array<ArrayBuffer>[],
  then: "end" | "cut" | "silence",
  length?: number,
) {
  const rest = [...chunks];
  let byteCount = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const next = rest.shift();
        if (next) {
          byteCount += next.length;
          controller.enqueue(next);
        } else if (then === "end") controller.close();
        else if (then === "cut") controller.error(new Error("Network connection lost."));
        else return new Promise(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  const headers = new Headers(length === undefined ? {} : { "Content-Length": String(length) });
  return { headers, body, read: () => byteCount };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("a body is read as text, also where a letter comes in two chunks", async () => {
  const [first, second] = [bytes("nö").subarray(0, 2), bytes("nö").subarray(2)];
  expect(await readBody(requestOf([first, second], "end"), 3)).toEqual({ ok: true, text: "nö" });
  expect(await readBody({ headers: new Headers(), body: null }, 3)).toEqual({ ok: true, text: "" });
});

test("a body that is announced as too large is not read at all", async () => {
  const request = requestOf([bytes("12345")], "silence", 1e9);
  expect(await readBody(request, 4)).toEqual({ ok: false, reason: "too-large" });
  expect(request.read()).toBe(0);
});

test("a body that grows too large is read no further, and left to whoever sees to the rest", async () => {
  const request = requestOf([bytes("123"), bytes("456"), bytes("789")], "silence");
  expect(await readBody(request, 4)).toEqual({ ok: false, reason: "too-large" });
  expect(request.read()).toBe(6);
  expect(request.body.locked).toBe(false);
});

test("a body that is cut or stalls neither throws nor hangs", async () => {
  const cutResult = { ok: false, reason: "cut" };
  expect(await readBody(requestOf([bytes("1")], "cut", 4), 4)).toEqual(cutResult);
  expect(await readBody(requestOf([bytes("1")], "silence", 4), 4, { silenceMs: 5 })).toEqual(
    cutResult,
  );
});

/** A body of which a byte comes now and then, for ever. */
function dripping(everyMs: number, size = 1) {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      controller.enqueue(new Uint8Array(size));
    },
  });
  return { headers: new Headers(), body };
}

test("a body in single bytes times out, and every body has a total limit", async () => {
  const since = Date.now();
  expect(await readBody(dripping(10), 1_000, { silenceMs: 100 })).toEqual({
    ok: false,
    reason: "cut",
  });
  expect(Date.now() - since).toBeLessThan(1_000);
  const fast = dripping(10, 50);
  const times = { silenceMs: 100, totalMs: 300 };
  expect(await readBody(fast, 1e9, times)).toEqual({ ok: false, reason: "cut" });
  expect(Date.now() - since).toBeLessThan(3_000);
});
