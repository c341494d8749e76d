import * as v from "valibot";
import { expect, test } from "vitest";
import { type InvitationForm, invitationFormSchema } from "~/domain/access/link-forms";
import { parseSettings } from "~/platform/settings";
import { mondayAnswering } from "../../../../tests/support/monday-answering";
import { boardPrefill } from "./board-prefill.server";

type AppContext = Parameters<typeof boardPrefill>[0];

const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32) });
const context = (board: AppContext["board"]): AppContext => ({
  board,
  settings,
  clock: () => new Date("2026-11-23T12:00:00Z"),
});
const form: InvitationForm = v.parse(invitationFormSchema, {
  artistName: "Marit",
  boardItemId: "1234567890",
});

test("without a board nothing is filled in, and staff are told to type", async () => {
  expect(await boardPrefill(context(undefined), form)).toEqual({
    ok: false,
    status: 409,
    text: "No board is connected, so nothing can be filled in. Type what you know.",
  });
});

test("a board that does not answer is given up after the timeout", async () => {
  const urls: string[] = [];
  const send = (request: Request) => {
    urls.push(request.url);
    // As a fetch does whose signal ends it; by itself it never answers.
    return new Promise<Response>((_, reject) => {
      const { signal } = request;
      const end = () => reject(signal.reason);
      if (signal.aborted) end();
      else signal.addEventListener("abort", end);
    });
  };
  const prefill = await boardPrefill(context(mondayAnswering({ send })), form, 20);
  expect(prefill).toMatchObject({
    ok: false,
    status: 502,
    text: expect.stringContaining("answer"),
  });
  expect(urls).toHaveLength(1);
});
