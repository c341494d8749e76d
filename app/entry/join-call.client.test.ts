import { expect, test } from "vitest";
import { sendJoinRequest } from "./join-call.client";

const form = new FormData();
form.set("artistName", "Ada");
form.set("listenLink", "https://soundcloud.com/ada");

/** A server that answers so. */
const server = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  send: async () => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return new Response(text, { status, headers });
  },
  patience: 1_000,
});
const alertOf = async (status: number, body: unknown) => {
  const answer = await sendJoinRequest(form, server(status, body));
  return answer.ok ? answer : answer.summary;
};

test("the form goes as the specified call takes it, and the reply names the next page", async () => {
  const calls: unknown[] = [];
  const send = async (path: string, { method, body }: RequestInit) => {
    calls.push([path, method, JSON.parse(String(body))]);
    const headers = { Location: "/submit/joined?entry=1" };
    return Response.json({ success: true, mondayItemId: "1" }, { headers });
  };
  const answer = await sendJoinRequest(form, { send, patience: 1_000 });
  expect(answer).toEqual({ ok: true, page: "/submit/joined?entry=1" });
  const artistData = { artistName: "Ada", listenLink: "https://soundcloud.com/ada" };
  expect(calls).toEqual([["/api/waiting-list", "POST", { artistData }]]);
});

test("a call without an answer is the network's, and so is one that takes too long", async () => {
  const text = "Network error: Please check your internet connection and try again.";
  const lostLine = {
    send: () => Promise.reject(new TypeError("Failed to fetch")),
    patience: 1_000,
  };
  expect(await sendJoinRequest(form, lostLine)).toMatchObject({ ok: false, summary: [text] });
  const silent = {
    send: (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
    patience: 1,
  };
  expect(await sendJoinRequest(form, silent)).toMatchObject({ ok: false, summary: [text] });
});

test("what the server says is told as the server's: its error, else its details, else a text", async () => {
  expect(await alertOf(503, { success: false, error: "Full.", details: "Later." })).toEqual([
    "Server error: Full.",
  ]);
  expect(await alertOf(500, { success: false, details: "Later." })).toEqual([
    "Server error: Later.",
  ]);
  for (const body of [{}, "<html>", "", [1], null])
    expect(await alertOf(502, body)).toEqual(["Server error: Failed to join waiting list"]);
});

test("an answer that is none of these is told in the general words", async () => {
  const general = "Sorry, there was an error joining the waiting list. Please try again.";
  for (const body of [{}, { success: true }, { success: false }, "hello", null])
    expect(await alertOf(200, body)).toEqual([general]);
  expect(await alertOf(200, { success: false, error: "No." })).toEqual(["No."]);
});

test("what the server finds wrong with fields is told at the fields", async () => {
  const errors = { city: { text: "City is required", reason: "missing" } };
  const summary = ["Please fill in the following required fields: City"];
  const body = { success: false, error: summary[0], refused: "invalid", errors, summary };
  expect(await sendJoinRequest(form, server(400, body))).toEqual({ ok: false, summary, errors });
});

test("whom the bot check has stopped is told the way past it", async () => {
  const body = { success: false, error: "Failed.", refused: "visitor", pressAgain: "token" };
  expect(await sendJoinRequest(form, server(403, body))).toMatchObject({
    ok: false,
    summary: [],
    visitorText: "Failed.",
    pressAgain: "token",
  });
});
