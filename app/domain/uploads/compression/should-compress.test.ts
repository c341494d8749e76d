import { expect, test } from "vitest";
import { type CompressionConditions, shouldCompress } from "./should-compress";

const MB = 1e6;
const usual: CompressionConditions = {
  linkSpeed: 0.5 * MB,
  encoderSpeed: 20 * MB,
  deviceMemory: 8,
  isBatteryLow: false,
  isDataSaved: false,
};

test.each<[string, Partial<CompressionConditions>, boolean]>([
  ["on a slow connection", {}, true],
  ["before any speed is known", { linkSpeed: undefined, encoderSpeed: undefined }, true],
  ["where the browser tells no memory", { deviceMemory: undefined }, true],
  ["where the connection is faster than the encoder", { linkSpeed: 30 * MB }, false],
  ["where both are about as fast", { linkSpeed: 18 * MB }, false],
  ["with a fast connection that must save data", { linkSpeed: 30 * MB, isDataSaved: true }, true],
  ["with little battery", { isBatteryLow: true, isDataSaved: true }, false],
  ["with less than 1 GB of memory", { deviceMemory: 0.5 }, false],
  ["with 1 GB of memory", { deviceMemory: 1 }, true],
])("%s: compress %o is %s", (_, change, expected) => {
  expect(shouldCompress({ ...usual, ...change })).toBe(expected);
});
