import { expect, test } from "vitest";
import { retryImport } from "./retry-import";

test("a part that loads is there at once", async () => {
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  expect(await retryImport(async () => "panel", pause)).toBe("panel");
  expect(pauses).toEqual([]);
});

test("a part that does not load is tried again after ever longer pauses, up to eight seconds", async () => {
  const pauses: number[] = [];
  const load = async () => {
    if (pauses.length < 6) throw new Error("offline");
    return "panel";
  };
  const pause = async (ms: number) => void pauses.push(ms);
  expect(await retryImport(load, pause)).toBe("panel");
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
});
