import { expect, test } from "vitest";
import { ProbeError, runHealthCheck } from "./health-checks.server";

const now = () => new Date("2026-11-23T12:00:00Z");

test.each([
  ["answers", async () => "version 7", { ok: true, detail: "version 7" }],
  ["answers and says nothing", async () => undefined, { ok: true, detail: null }],
  ["is not well", () => Promise.reject(new ProbeError("Set X.")), { ok: false, detail: "Set X." }],
  [
    "breaks",
    () => Promise.reject(new TypeError("no line")),
    { ok: false, detail: "TypeError: no line" },
  ],
  [
    "says nothing",
    () => new Promise<undefined>(() => {}),
    { ok: false, detail: "Error: Not done within 0.01 s" },
  ],
])("a dependency that %s is recorded as such", async (_, probe, record) => {
  expect(await runHealthCheck("board", probe, now, 0.01)).toMatchObject({
    integration: "board",
    ...record,
  });
});
