import { expect, test } from "vitest";
import { sendJoinRequest } from "./join-call.client";

const form = new FormData();
form.set("artistName", "Ada");
form.set("listenLink", "https://soundcloud.com/ada");

const createServer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  fetcher: async () => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return new Response(text, { status, headers });
  },
  timeoutMs: 1_000,
});
const readSummary = async (status: number, body: unknown) => {
  const answer = await sendJoinRequest(form, createServer(status, body));
  return answer.ok ? answer : answer.summary;
};

test("the form goes as the specified call takes it, and the reply names the next page", async () => {
  const calls: unknown[] = [];
  const fetcher = async (path: string, { method, body }: RequestInit) => {
    calls.push([path, method, JSON.parse(String(body))]);
    const headers = { Location: "/submit/joined?entry=1" };
    return Response.json({ success: true, mondayItemId: "1" }, { headers });
  };
  const answer = await sendJoinRequest(form, { fetcher, timeoutMs: 1_000 });
  expect(answer).toEqual({ ok: true, page: "/submit/joined?entry=1" });
  const artistData = { artistName: "Ada", listenLink: "https://soundcloud.com/ada" };
  expect(calls).toEqual([["/api/waiting-list", "POST", { artistData }]]);
});

test("a call without a reply, or with a timeout, is a network error", async () => {
  const text = "Network error: Please check your internet connection and try again.";
  const brokenConnection = {
    fetcher: () => Promise.reject(new TypeError("Failed to fetch")),
    timeoutMs: 1_000,
  };
  expect(await sendJoinRequest(form, brokenConnection)).toMatchObject({
    ok: false,
    summary: [text],
  });
  const silent = {
    fetcher: (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
    timeoutMs: 1,
  };
  expect(await sendJoinRequest(form, silent)).toMatchObject({ ok: false, summary: [text] });
});

test("a server error shows its error, else its details, else a general text", async () => {
  expect(await readSummary(503, { success: false, error: "Full.", details: "Later." })).toEqual([
    "Server error: Full.",
  ]);
  expect(await readSummary(500, { success: false, details: "Later." })).toEqual([
    "Server error: Later.",
  ]);
  for (const body of [{}, "<html>", "", [1], null])
    expect(await readSummary(502, body)).toEqual(["Server error: Failed to join waiting list"]);
});

test("any other reply shows the general text", async () => {
  const generalText = "Sorry, there was an error joining the waiting list. Please try again.";
  for (const body of [{}, { success: true }, { success: false }, "hello", null])
    expect(await readSummary(200, body)).toEqual([generalText]);
  expect(await readSummary(200, { success: false, error: "No." })).toEqual(["No."]);
});

test("field errors of the server are returned by field", async () => {
  const errors = { city: { text: "City is required", reason: "missing" } };
  const summary = ["Please fill in the following required fields: City"];
  const body = { success: false, error: summary[0], refused: "invalid", errors, summary };
  expect(await sendJoinRequest(form, createServer(400, body))).toEqual({
    ok: false,
    summary,
    errors,
  });
});

test("a refusal of the bot check returns its text and token", async () => {
  const body = { success: false, error: "Failed.", refused: "visitor", pressAgain: "token" };
  expect(await sendJoinRequest(form, createServer(403, body))).toMatchObject({
    ok: false,
    summary: [],
    visitorText: "Failed.",
    pressAgain: "token",
  });
});
