import fc from "fast-check";
import { expect, test } from "vitest";
import { VirtualTime } from "../../tests/support/virtual-time";
import { createConnection, type RetryAttempt } from "./connection.client";

/** A line whose state a test decides. */
function world() {
  const time = new VirtualTime();
  const online = new Set<() => void>();
  const offline = new Set<() => void>();
  const state = { up: true, silent: false, online: true };
  const askTimes: number[] = [];
  const request = ({ signal }: Pick<RetryAttempt, "signal">) => {
    if (!state.silent) return state.up ? Promise.resolve() : Promise.reject(new Error("gone"));
    return new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason)),
    );
  };
  const line = createConnection({
    isOnline: () => state.online,
    schedule: (act, ms) => time.schedule(ms, act),
    onOnline: (listener) => {
      online.add(listener);
      return () => online.delete(listener);
    },
    onOffline: (listener) => {
      offline.add(listener);
      return () => offline.delete(listener);
    },
    checkSite: (signal) => {
      askTimes.push(time.now() / 1_000);
      return request({ signal });
    },
  });
  const comeOnline = () => {
    for (const listener of [...online]) listener();
  };
  const goOffline = () => {
    state.online = false;
    for (const listener of [...offline]) listener();
  };
  const listening = () => online.size + offline.size;
  return { time, state, line, request, askTimes, comeOnline, goOffline, listening };
}

const seconds = (time: VirtualTime) => time.now() / 1_000;

test("a request that succeeds sends no check and reports nothing", async () => {
  const { line, request, askTimes, time } = world();
  await time.runUntil(line.retryThroughOutages(request));
  expect([askTimes, line.connectionTrouble(), seconds(time)]).toEqual([[], "", 0]);
});

test("a silent connection is noticed after 15 s, and used again as soon as it answers", async () => {
  const { line, request, state, time } = world();
  state.silent = true;
  const troubles: [string, number][] = [];
  line.subscribe(() => troubles.push([line.connectionTrouble(), seconds(time)]));
  time.schedule(20_000, () => {
    state.silent = false;
    line.retryNow();
  });
  const tries: number[] = [];
  await time.runUntil(
    line.retryThroughOutages((attempt) => {
      tries.push(seconds(time));
      return request(attempt);
    }),
  );
  expect(troubles[0]).toEqual(["unreachable", 15]);
  expect(troubles).toHaveLength(2);
  expect(tries).toHaveLength(2);
});

test("an answer that keeps coming, however slowly, is waited for", async () => {
  const { line, time } = world();
  const slow = ({ onProgress: alive }: RetryAttempt) =>
    new Promise<string>((resolve) => {
      for (const at of [14_000, 28_000, 42_000]) time.schedule(at, alive);
      time.schedule(56_000, () => resolve("all of it"));
    });
  expect(await time.runUntil(line.retryThroughOutages(slow))).toBe("all of it");
  expect(seconds(time)).toBe(56);
});

test("a slow server gets a longer timeout with every try", async () => {
  const { line, time } = world();
  let tries = 0;
  const slow = ({ signal }: RetryAttempt) =>
    new Promise<void>((resolve, reject) => {
      tries += 1;
      signal.addEventListener("abort", () => reject(signal.reason));
      time.schedule(50_000, resolve);
    });
  await time.runUntil(line.retryThroughOutages(slow));
  expect(tries).toBe(3);
});

test("going offline is reported at once, and going online retries", async () => {
  const { line, request, state, time, askTimes, comeOnline, listening } = world();
  Object.assign(state, { up: false, online: false });
  const coming = line.retryThroughOutages(request);
  await time.pass(1);
  expect(line.connectionTrouble()).toBe("offline");
  await time.pass(1_000);
  Object.assign(state, { up: true, online: true });
  comeOnline();
  await time.runUntil(coming);
  expect(askTimes).toEqual([1.001]);
  expect([line.connectionTrouble(), listening()]).toEqual(["", 0]);
});

test("whatever the connection does, a request succeeds exactly once", async () => {
  const change = fc.tuple(
    fc.integer({ min: 1, max: 40_000 }),
    fc.constantFrom("up", "down", "silent"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
      const { line, request, state, time, comeOnline, listening } = world();
      state.up = false;
      let at = 0;
      const set = (to: string) => () => {
        Object.assign(state, { up: to === "up", silent: to === "silent" });
        if (to === "up") comeOnline();
      };
      for (const [after, to] of changes) {
        at += after;
        time.schedule(at, set(to));
      }
      time.schedule(at + 1, set("up"));
      let doneCount = 0;
      await time.runUntil(
        line.retryThroughOutages(async (attempt) => {
          await request(attempt);
          doneCount += 1;
        }),
      );
      expect([doneCount, line.connectionTrouble(), listening()]).toEqual([1, "", 0]);
    }),
    { numRuns: 200 },
  );
});

test("an aborted request is not retried", async () => {
  const { line, request, state, time } = world();
  state.up = false;
  const stop = new AbortController();
  let tries = 0;
  const coming = line.retryThroughOutages((attempt) => {
    tries += 1;
    return request(attempt);
  }, stop.signal);
  await time.pass(1_000);
  stop.abort();
  state.up = true;
  await expect(time.runUntil(coming)).rejects.toThrow("gone");
  expect([tries, line.connectionTrouble()]).toEqual([1, ""]);
});

test("a request aborted during a check does not block the page", async () => {
  const { line, request, state, time, askTimes } = world();
  state.silent = true;
  const stop = new AbortController();
  const coming = line.retryThroughOutages(request, stop.signal).catch(() => "given up");
  await time.pass(20_000);
  expect([askTimes, line.connectionTrouble()]).toEqual([[17], "unreachable"]);
  stop.abort();
  await time.pass(1);
  expect(line.connectionTrouble()).toBe("");
  expect(await coming).toBe("given up");
});

test("the reason for waiting is reported again when the device goes offline", async () => {
  const { line, request, state, time, goOffline, comeOnline, listening } = world();
  state.up = false;
  const troubles: string[] = [];
  const stop = line.subscribe(() => troubles.push(line.connectionTrouble()));
  const coming = line.retryThroughOutages(request);
  await time.pass(500);
  goOffline();
  state.up = true;
  state.online = true;
  comeOnline();
  await time.runUntil(coming);
  stop();
  expect(troubles.filter((words, index) => words !== troubles[index - 1])).toEqual([
    "unreachable",
    "offline",
    "unreachable",
    "",
  ]);
  expect(listening()).toBe(0);
});
