import { expect, test } from "vitest";
import { randomIds } from "../ids";
import { isId } from "./id-shape";

test("ids of ours and of browsers look like ids", () => {
  expect([randomIds.next(new Date()), crypto.randomUUID()].map(isId)).toEqual([true, true]);
});

test.each([
  "",
  "Ada-Lovelace",
  "447700900123",
  "D1",
  "01JD7Z5R8Q000000000000000",
  "ADALOVELACEADALOVELACEADALO",
])("%j does not", (text) => expect(isId(text)).toBe(false));
