import { expect, test } from "vitest";
import { UploadTable } from "./upload-table.client";

const place = { slot: "artwork", kind: "artwork", fileName: "cover.jpg", size: 9 } as const;

test("what stays while bytes move is the same object until something else changes", () => {
  const table = new UploadTable();
  const entry = { state: { ...place, stored: 0, inFlight: 0, phase: "sending" as const } };
  table.set(entry);
  const facts = table.factsIn("artwork");
  table.update(entry, { stored: 3, inFlight: 2, rate: 100, secondsLeft: 1, phase: "sending" });
  expect(table.factsIn("artwork")).toBe(facts);
  expect(table.stateIn("artwork")).toMatchObject({ stored: 3, inFlight: 2 });
  table.update(entry, { phase: "paused" });
  expect(table.factsIn("artwork")).toMatchObject({ phase: "paused" });
  table.delete("artwork");
  expect(table.factsIn("artwork")).toBeUndefined();
});
