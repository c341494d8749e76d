import { expect, test } from "vitest";
import { retryImport } from "./retry-import";

test("an import that succeeds resolves at once", async () => {
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  expect(await retryImport(async () => "panel", pause)).toBe("panel");
  expect(pauses).toEqual([]);
});

test("an import that fails is retried after growing pauses of at most eight seconds", async () => {
  const pauses: number[] = [];
  const load = async () => {
    if (pauses.length < 6) throw new Error("offline");
    return "panel";
  };
  const pause = async (ms: number) => void pauses.push(ms);
  expect(await retryImport(load, pause)).toBe("panel");
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
});
