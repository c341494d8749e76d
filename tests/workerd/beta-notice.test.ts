import { expect, test } from "vitest";
import { createDraftAt } from "../support/drafts";
import { pageText, unescapeHtml } from "../support/page-parts";

const NOTICE = "Beta Portal Notice";
const steps = ["artist", "music", "about", "review"];

test("every step shows the notice until it was dismissed, and the success page never", async () => {
  const visitor = await createDraftAt("review");
  const show = async (path: string, cookie = visitor.cookie) =>
    pageText(await (await visitor.send(path, { headers: { Cookie: cookie } })).text());
  for (const step of steps) {
    const first = await show(`/submit/${step}`);
    expect(first).toContain(NOTICE);
    expect(unescapeHtml(first)).toContain("Got it, let's start!");
    const later = await show(`/submit/${step}`, `${visitor.cookie}; beta-notice=seen`);
    expect(later).not.toContain(NOTICE);
    expect(later).toContain(`Step ${steps.indexOf(step) + 1} of 4`);
  }
  await visitor.post("/submit/review", { intent: "submit" });
  expect(await show("/submit/success")).not.toContain(NOTICE);
});

test.each([
  ["/submit/music?return=review", "/submit/music?return=review"],
  ["//evil.example/", "/submit"],
  ["https://evil.example/", "/submit"],
  ["/.//evil.example", "/submit"],
  ["", "/submit"],
])("dismissed without script from %j, it leads to %s", async (to, path) => {
  const visitor = await createDraftAt("artist");
  const reply = await visitor.post("/submit/notice", { to });
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, path]);
  expect(reply.headers.get("Set-Cookie")).toBe("beta-notice=seen; Path=/; SameSite=Lax");
});

test("its address shows nothing of its own", async () => {
  const reply = await (await createDraftAt("artist")).send("/submit/notice");
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/submit"]);
});
