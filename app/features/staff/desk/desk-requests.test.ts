import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from "@remix-run/router";
import { expect, test } from "vitest";
import { changesOnlyTheView, unlessFailed } from "./desk-requests";

const ENTRY = "/staff/submissions/S1?view=all";
const changes = (from: string, to: string, formMethod?: "POST") =>
  changesOnlyTheView({
    currentUrl: new URL(from, "https://label.example"),
    nextUrl: new URL(to, "https://label.example"),
    ...(formMethod && { formMethod }),
  });

test.each([
  ["tab", `${ENTRY}&tab=files`],
  ["open decision", `${ENTRY}&decide=rejected`],
  ["place in the queue", `${ENTRY}&at=2026-11-23~S1`],
])("another %s loads nothing", (_, to) => {
  expect([changes(ENTRY, to), changes(to, ENTRY)]).toEqual([true, true]);
});

test.each([
  ["another list", "/staff/submissions/S1?view=waiting"],
  ["the same address again", ENTRY],
])("%s is loaded", (_, to) => {
  expect(changes(ENTRY, to)).toBe(false);
});

test("what was posted is loaded", () => {
  expect(changes(ENTRY, `${ENTRY}&tab=files`, "POST")).toBe(false);
});

test("where the server fails there is another answer; what it refuses is told by its page", async () => {
  const failWith = (error: unknown) =>
    unlessFailed(() => Promise.reject(error), "failed").catch((thrown: unknown) => thrown);
  const answerOf = (status: number) => new ErrorResponseImpl(status, "", "");
  for (const error of [new TypeError("Failed to fetch"), answerOf(503)])
    expect(await failWith(error)).toBe("failed");
  for (const error of [answerOf(404), Response.redirect("https://label.example/", 302)])
    expect(await failWith(error)).toBe(error);
  expect(await unlessFailed(async () => "done", "failed")).toBe("done");
});
