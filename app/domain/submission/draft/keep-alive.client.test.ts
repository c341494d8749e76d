import { expect, test } from "vitest";
import { keepAlive } from "./keep-alive.client";

function world(hiddenAtFirst: boolean) {
  let hidden = hiddenAtFirst;
  const state = {
    beats: 0,
    timers: new Map<() => void, number>(),
    watching: undefined as (() => void) | undefined,
  };
  const stop = keepAlive({
    hidden: () => hidden,
    onChange: (listener) => {
      state.watching = listener;
      return () => {
        state.watching = undefined;
      };
    },
    every: (ms, listener) => {
      state.timers.set(listener, ms);
      return () => state.timers.delete(listener);
    },
    beat: () => {
      state.beats += 1;
    },
  });
  const turn = (next: boolean) => {
    hidden = next;
    state.watching?.();
  };
  const tick = () => {
    for (const listener of state.timers.keys()) listener();
  };
  return { state, stop, turn, tick };
}

test("a hidden tab gives a sign of life every 5 seconds, a visible one none", () => {
  const { state, turn, tick } = world(false);
  expect(state.timers.size).toBe(0);
  turn(true);
  expect([...state.timers.values()]).toEqual([5_000]);
  tick();
  tick();
  expect(state.beats).toBe(2);
  turn(false);
  expect(state.timers.size).toBe(0);
});

test("a tab that is hidden when the run begins starts at once, and never twice", () => {
  const { state, turn } = world(true);
  turn(true);
  expect(state.timers.size).toBe(1);
});

test("when the run is over, nothing goes on", () => {
  const { state, stop, turn } = world(true);
  stop();
  turn(true);
  expect(state.timers.size).toBe(0);
  expect(state.watching).toBeUndefined();
});
