import { expect, test } from "vitest";
import { apiTests, testData, testRequestBody, toTestResult } from "./api-tests";

const successReply = (json: object) => ({ ok: true, json: { success: true, ...json } });
const failureReply = (json: object) => ({ ok: false, json: { success: false, ...json } });
const check = { state: "ok", ms: 4 };

test.each([
  ["health", { ok: true, json: { ok: true, checks: { d1: check } } }, "d1 ok (4 ms)"],
  [
    "board",
    successReply({ data: { user: "Ida", account: "Label", apiVersion: "7" } }),
    "as Ida of Label",
  ],
  [
    "columns",
    successReply({ data: { columns: [{}, {}], missing: [] } }),
    "2 columns; none is missing",
  ],
  [
    "columns",
    successReply({ data: { columns: [{}], missing: [{ id: "city" }] } }),
    "missing: city",
  ],
  ["item", successReply({ data: { itemId: "12" } }), "Item 12 is on the board"],
  ["drive", successReply({ message: "The cloud drive answers." }), "The cloud drive answers."],
  ["spotify", successReply({ message: "Spotify answers." }), "Spotify answers."],
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
  ["health", failureReply({ error: "Too many calls." }), "Server health check failed"],
  [
    "board",
    failureReply({ error: "Connection test failed", details: "No." }),
    "Connection test failed",
  ],
  ["spotify", failureReply({ message: "Connection test failed" }), "Connection test failed"],
  ["drive", failureReply({}), "Test error"],
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
