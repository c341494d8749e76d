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

test("a player that begins makes the one before it fall silent, and only that one", () => {
  const [one, two, three] = [sound(), sound(), sound()];
  for (const next of [one, two, three]) pauseOthers(next);
  expect([one.pauses, two.pauses, three.pauses]).toEqual([1, 1, 0]);
});

test("playing on does not silence oneself", () => {
  const one = sound();
  pauseOthers(one);
  pauseOthers(one);
  expect(one.pauses).toBe(0);
});

test("who has given the turn back is left alone", () => {
  const [one, two] = [sound(), sound()];
  pauseOthers(one);
  releasePlayback(two);
  releasePlayback(one);
  pauseOthers(two);
  expect(one.pauses).toBe(0);
});
