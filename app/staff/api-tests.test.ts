import { expect, test } from "vitest";
import { apiTests, testData, testRequestBody, toTestResult } from "./api-tests";

const well = (json: object) => ({ ok: true, json: { success: true, ...json } });
const ill = (json: object) => ({ ok: false, json: { success: false, ...json } });
const check = { state: "ok", ms: 4 };

test.each([
  ["health", { ok: true, json: { ok: true, checks: { d1: check } } }, "d1 ok (4 ms)"],
  ["board", well({ data: { user: "Ida", account: "Label", apiVersion: "7" } }), "as Ida of Label"],
  ["columns", well({ data: { columns: [{}, {}], missing: [] } }), "2 columns; none is missing"],
  ["columns", well({ data: { columns: [{}], missing: [{ id: "city" }] } }), "missing: city"],
  ["item", well({ data: { itemId: "12" } }), "Item 12 is on the board"],
  ["drive", well({ message: "The cloud drive answers." }), "The cloud drive answers."],
  ["spotify", well({ message: "Spotify answers." }), "Spotify answers."],
] as const)("%s succeeds with its reply %j", (id, reply, words) => {
  expect(toTestResult({ id }, reply)).toEqual({
    id,
    ok: true,
    message: expect.stringContaining(words),
  });
});

test.each([
  [
    "health",
    { ok: false, json: { ok: false, checks: { d1: check } } },
    "Server health check failed",
  ],
  ["health", ill({ error: "Too many calls." }), "Server health check failed"],
  ["board", ill({ error: "Connection test failed", details: "No." }), "Connection test failed"],
  ["spotify", ill({ message: "Connection test failed" }), "Connection test failed"],
  ["drive", ill({}), "Test error"],
  ["drive", undefined, "Test error"],
  ["health", undefined, "Test error"],
  ["item", { ok: true, json: "<html>" }, "Test error"],
] as const)("%s fails with its reply %j and the specified words", (id, reply, message) => {
  expect(toTestResult({ id }, reply)).toMatchObject({ id, ok: false, message });
});

test("an item is made of the fields of the form that are filled in", () => {
  const item = apiTests.find(({ id }) => id === "item");
  expect(item && testRequestBody(item, { ...testData, city: "" })).toEqual({
    itemName: "Test: Test Artist - Test Release",
    columnValues: {
      firstName: "Test",
      surname: "Artist",
      email: "test.artist@example.com",
      artistName: "Test Artist",
      country: "United Kingdom",
      releaseTitle: "Test Release",
      releaseType: "single",
      genres: "Folk",
    },
  });
});
