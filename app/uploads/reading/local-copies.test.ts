import { expect, test } from "vitest";
import { hasRoomFor } from "./local-copies.client";

const MIB = 1024 * 1024;

test.each([
  ["plenty", { quota: 1_000 * MIB, usage: 10 * MIB }, true],
  ["just enough", { quota: 242 * MIB, usage: 10 * MIB }, true],
  ["a little too little", { quota: 241 * MIB, usage: 10 * MIB }, false],
  ["a private window's", { quota: 120 * MIB, usage: 0 }, false],
  ["unknown", {}, true],
])("with %s room a copy of 200MB is worth beginning or not", (_, estimate, worth) => {
  expect(hasRoomFor(200 * MIB, estimate)).toBe(worth);
});
