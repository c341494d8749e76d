import * as v from "valibot";
import { expect, test } from "vitest";
import type { Incident } from "~/observability/health/incident-store.server";
import { postWebhook } from "./post-webhook";

const incident = {
  ...{ id: "01I", rule: "backup", subject: "", detail: "The last copy is 3 days old." },
  ...{ openedAt: "2026-12-01T00:00:00.000Z", closedAt: null },
} as Incident;
const site = "https://submit.label.example";
const TEXT =
  /^.+\. The last copy is 3 days old\. https:\/\/submit\.label\.example\/staff\/incidents$/;

/** Posts to an address. @returns the body that arrives there. */
async function post(address: string, changes: Partial<Incident> = {}, status = 200) {
  const requests: Request[] = [];
  const fetcher = async (request: Request) => {
    requests.push(request);
    return new Response(null, { status });
  };
  const event = changes.closedAt ? "end" : "opening";
  await postWebhook(fetcher, { address, site }, { ...incident, ...changes }, event);
  const [request] = requests;
  expect([requests.length, request?.method, request?.url]).toEqual([1, "POST", address]);
  return request?.json();
}

test("Slack and Discord get the text in the field that they read", async () => {
  expect(await post("https://hooks.slack.com/services/T/B/x")).toEqual({
    text: expect.stringMatching(TEXT),
  });
  for (const host of ["discord.com", "discordapp.com", "ptb.discord.com"])
    expect(await post(`https://${host}/api/webhooks/1/x`)).toEqual({
      content: expect.stringMatching(TEXT),
    });
});

test("any other address gets all that is known, also when it is over", async () => {
  const { openedAt, detail } = incident;
  const opened = await post("https://chat.example/hook");
  expect(opened).toMatchObject({ event: "opening", detail, openedAt, closedAt: null });
  expect(opened).toMatchObject({
    text: expect.stringMatching(TEXT),
    url: `${site}/staff/incidents`,
  });
  const closedAt = "2026-12-01T01:00:00.000Z";
  const ended = await post("https://notdiscord.com.example/hook", { closedAt });
  expect(ended).toMatchObject({ event: "end", closedAt, text: expect.stringMatching(/^Over: /) });
});

test("a long detail is cut, and keeps the link", async () => {
  const detail = "x".repeat(5_000);
  const body = await post("https://discord.com/api/webhooks/1/x", { detail });
  const { content } = v.parse(v.object({ content: v.string() }), body);
  expect(content).toHaveLength(2_000);
  expect(content).toMatch(/x https:\/\/submit\.label\.example\/staff\/incidents$/);
});

test("a refusal is told without the address, which is a secret", async () => {
  const refused = post("https://hooks.slack.com/services/T/B/secret", {}, 404);
  await expect(refused).rejects.toThrow(/^The webhook answered 404$/);
});
