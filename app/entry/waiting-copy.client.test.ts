import { expect, test } from "vitest";
import { WAITING_COPY, waitingCopy } from "./waiting-copy.client";

const DAY = 86_400_000;

/** A browser's storage, and a clock that tests set. */
function browser() {
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

test("what was typed is there again when the form is opened anew, but for traps and tokens", () => {
  const { copy, texts } = browser();
  copy().keep({ artistName: "Ada", listenLink: "", website: "trap", formStart: "secret" });
  expect(copy().read()).toEqual({ artistName: "Ada", listenLink: "" });
  expect(texts.get(WAITING_COPY)).not.toMatch(/trap|secret/);
  copy().drop();
  expect(copy().read()).toBeUndefined();
});

test("what is older than 14 days, or is none of ours, is dropped", () => {
  const { copy, clock, texts } = browser();
  copy().keep({ artistName: "Ada" });
  clock.now = 13.9 * DAY;
  expect(copy().read()).toEqual({ artistName: "Ada" });
  clock.now = 14.1 * DAY;
  expect(copy().read()).toBeUndefined();
  for (const strange of ["", "{", '{"values":{"artistName":1},"at":9e99}']) {
    texts.set(WAITING_COPY, strange);
    expect(copy().read()).toBeUndefined();
    expect(texts.size).toBe(0);
  }
});

test("a browser that keeps nothing changes nothing", () => {
  const copy = waitingCopy(["artistName"], () => {
    throw new Error("Storage is forbidden.");
  });
  copy.keep({ artistName: "Ada" });
  copy.drop();
  expect(copy.read()).toBeUndefined();
});
