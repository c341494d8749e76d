import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from "@remix-run/router";
import { expect, test } from "vitest";
import { changesOnlyTheView, isPostedBeside, unlessFailed } from "./desk-requests";

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

test("another list is loaded", () => {
  expect(changes(ENTRY, "/staff/submissions/S1?view=waiting")).toBe(false);
});

const posted = (formAction: string, then: string) => {
  const formData = new FormData();
  formData.set("then", then);
  const url = new URL(ENTRY, "https://label.example");
  return isPostedBeside({ formAction, formData, currentUrl: url, nextUrl: url });
};

test("of posts, a decision in the background loads nothing", () => {
  expect(posted("/staff/submissions/S1?at=x", "stay")).toBe(true);
  expect(posted("/staff/submissions/S1?at=x", "next")).toBe(false);
  expect(posted("/staff/decide", "stay")).toBe(false);
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
