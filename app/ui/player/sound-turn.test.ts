import { expect, test } from "vitest";
import { pauseOthers, releasePlayback } from "./use-player";

const sound = () => {
  const fakeSound = {
    pauses: 0,
    pause() {
      fakeSound.pauses += 1;
    },
  };
  return fakeSound;
};

test("a player that starts pauses the one before it, and only that one", () => {
  const [first, second, third] = [sound(), sound(), sound()];
  for (const next of [first, second, third]) pauseOthers(next);
  expect([first.pauses, second.pauses, third.pauses]).toEqual([1, 1, 0]);
});

test("a player that plays on does not pause itself", () => {
  const first = sound();
  pauseOthers(first);
  pauseOthers(first);
  expect(first.pauses).toBe(0);
});

test("a player that was released is not paused", () => {
  const [first, second] = [sound(), sound()];
  pauseOthers(first);
  releasePlayback(second);
  releasePlayback(first);
  pauseOthers(second);
  expect(first.pauses).toBe(0);
});
