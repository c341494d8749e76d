import { expect, test } from "vitest";
import { WAITING_COPY, waitingCopy } from "./waiting-copy.client";

const DAY = 86_400_000;

function createBrowser() {
  const texts = new Map<string, string>();
  const clock = { now: 0 };
  const storage = () => ({
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  });
  const copy = () => waitingCopy(["artistName", "listenLink"], storage, () => clock.now);
  return { texts, clock, copy };
}

test("input is restored when the form is opened again, except traps and tokens", () => {
  const { copy, texts } = createBrowser();
  copy().save({ artistName: "Ada", listenLink: "", website: "trap", formStart: "secret" });
  expect(copy().read()).toEqual({ artistName: "Ada", listenLink: "" });
  expect(texts.get(WAITING_COPY)).not.toMatch(/trap|secret/);
  copy().remove();
  expect(copy().read()).toBeUndefined();
});

test("a copy older than 14 days, or an invalid one, is removed", () => {
  const { copy, clock, texts } = createBrowser();
  copy().save({ artistName: "Ada" });
  clock.now = 13.9 * DAY;
  expect(copy().read()).toEqual({ artistName: "Ada" });
  clock.now = 14.1 * DAY;
  expect(copy().read()).toBeUndefined();
  for (const invalidText of ["", "{", '{"values":{"artistName":1},"at":9e99}']) {
    texts.set(WAITING_COPY, invalidText);
    expect(copy().read()).toBeUndefined();
    expect(texts.size).toBe(0);
  }
});

test("a browser without storage causes no error", () => {
  const copy = waitingCopy(["artistName"], () => {
    throw new Error("Storage is forbidden.");
  });
  copy.save({ artistName: "Ada" });
  copy.remove();
  expect(copy.read()).toBeUndefined();
});
