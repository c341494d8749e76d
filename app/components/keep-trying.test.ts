import { expect, test } from "vitest";
import { keepTrying } from "./keep-trying";

test("a part that loads is there at once", async () => {
  const paused: number[] = [];
  const pause = async (ms: number) => void paused.push(ms);
  expect(await keepTrying(async () => "panel", pause)).toBe("panel");
  expect(paused).toEqual([]);
});

test("a part that does not load is tried again after ever longer pauses, up to eight seconds", async () => {
  const paused: number[] = [];
  const load = async () => {
    if (paused.length < 6) throw new Error("offline");
    return "panel";
  };
  const pause = async (ms: number) => void paused.push(ms);
  expect(await keepTrying(load, pause)).toBe("panel");
  expect(paused).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
});

test("a script that the browser keeps as failed is asked for under another address each time", async () => {
  const asked: string[] = [];
  const failed = (url: string) =>
    new TypeError(`Failed to fetch dynamically imported module: ${url}`);
  const loadFrom = async (url: string) => {
    asked.push(url);
    if (asked.length < 3) throw failed(url);
    return "panel";
  };
  const load = async (): Promise<string> => {
    throw failed("https://label.example/build/panel-A1.js");
  };
  expect(await keepTrying(load, async () => {}, loadFrom)).toBe("panel");
  const path = "https://label.example/build/panel-A1.js";
  expect(asked).toEqual([1, 2, 3].map((n) => `${path}?again=${n}`));
});
