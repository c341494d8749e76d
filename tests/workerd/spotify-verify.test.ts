import { expect, test } from "vitest";
import { Visitor } from "../support/visitor";

test.each([
  ["no JSON", { "Content-Type": "text/plain" }, "{}", 415],
  ["half of it", { "Content-Type": "application/json" }, '{"artistUrl":', 400],
  ["no text", { "Content-Type": "application/json" }, '{"artistUrl": 7}', 400],
  ["too much", { "Content-Type": "application/json" }, JSON.stringify("x".repeat(70_000)), 413],
])("a refused call says that nothing is valid, too: %s", async (_, headers, body, status) => {
  const reply = await new Visitor().send("/api/spotify/verify/artist", {
    method: "POST",
    headers,
    body,
  });
  expect(reply.status).toBe(status);
  expect(await reply.json()).toEqual({ valid: false, error: expect.any(String) });
});
