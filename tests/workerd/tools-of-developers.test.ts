import { get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppServer, startApp } from "../support/app-server";
import { type AppStores, openAppStores } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { pageText } from "../support/page-parts";
import { artistAnswers, Visitor } from "../support/visitor";

const BANNER = "Development mode";
const steps = ["artist", "music", "about", "review"];

let app: AppServer;
let inside: AppStores;

beforeAll(async () => {
  const credentials = { SPOTIFY_CLIENT_ID: "an-id-of-ours", SPOTIFY_CLIENT_SECRET: "a-secret" };
  app = await startApp({ build: false, env: { DEV_TOOLS: "1", ...credentials } });
  inside = await openAppStores(app);
});
afterAll(async () => {
  await inside.close();
  await app.stop();
});

/** A visitor of the app that runs with the shortcuts, with nothing filled in. */
async function developer(): Promise<Visitor> {
  const visitor = new Visitor(app.url);
  await visitor.openDraft();
  return visitor;
}

/** The steps that the stepper of a page leads to. */
function findLinks(html: string): string[] {
  const stepper = /<nav aria-label="Steps".*?<\/nav>/s.exec(html)?.[0] ?? "";
  return steps.filter((step) => stepper.includes(`href="/submit/${step}"`));
}

test("every step opens and can be reached from every other, and the banner says why", async () => {
  const visitor = await developer();
  for (const step of steps) {
    const page = await visitor.send(`/submit/${step}`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(pageText(html)).toContain(BANNER);
    expect(findLinks(html)).toEqual(steps.filter((other) => other !== step));
  }
});

test("Next continues without checks, completes no step, and the submission is still checked", async () => {
  const visitor = await developer();
  const leads = [
    ["/submit/artist", { ...artistAnswers, email: "no" }, "/submit/music"],
    ["/submit/music", { releaseTitle: "Half" }, "/submit/about"],
    ["/submit/about", { proNumber: "1".repeat(61) }, "/submit/review"],
  ] as const;
  for (const [path, fields, next] of leads) {
    const reply = await visitor.post(path, { ...fields, intent: "next" });
    expect([reply.status, reply.headers.get("Location")]).toEqual([302, next]);
  }
  const { completed, answers } = await findDraftRow(inside, visitor);
  expect(completed).toEqual([]);
  expect(answers.artist).toMatchObject({ email: "no" });
  const submit = await visitor.post("/submit/review", { intent: "submit" });
  expect(submit.status).toBe(400);
  expect(pageText(await submit.text())).toContain("Required Information Missing");
});

test("the switch brings the rules back for this browser, and takes them away again", async () => {
  const visitor = await developer();
  const draft = visitor.cookie;
  const turn = async (validation: "on" | "off") => {
    const reply = await visitor.post("/submit/dev", { validation, to: "/submit/artist" });
    visitor.cookie = draft;
    expect(reply.headers.get("Location")).toBe("/submit/artist");
    return reply.headers.get("Set-Cookie")?.split(";") ?? [];
  };
  const [on = "", ...attributes] = await turn("on");
  expect(attributes.join()).not.toMatch(/max-age|expires/i);
  const headers = { Cookie: `${draft}; ${on}` };
  const early = await visitor.send("/submit/review", { headers });
  expect(early.headers.get("Location")).toBe("/submit/artist?early=review");
  const page = await visitor.send("/submit/artist", { headers });
  expect(pageText(await page.text())).toContain(`${BANNER} Validation is on`);
  const refusal = await visitor.post("/submit/artist", { email: "no", intent: "next" }, headers);
  expect(refusal.status).toBe(400);
  expect((await turn("off")).join()).toContain("Max-Age=0");
  expect((await visitor.send("/submit/review")).status).toBe(200);
});

test("the panel switches between 'full' and 'waiting-list', with and without a call", async () => {
  const visitor = await developer();
  const here = { to: "/submit/artist" };
  const mode = async () => (await (await visitor.send("/api/config")).json()) as unknown;
  expect(pageText(await (await visitor.send("/submit/artist")).text())).toContain(
    "Submission mode: full Switch to 'waiting-list'",
  );
  const reply = await visitor.post("/submit/dev", { ...here, mode: "waiting-list" });
  expect(reply.headers.get("Location")).toBe("/submit/artist");
  expect(await mode()).toEqual({ submissionsEnabled: false });
  const set = await visitor.json("/api/config/set", { submissionsEnabled: true });
  expect(await set.json()).toEqual({ success: true, submissionsEnabled: true });
  expect(await mode()).toEqual({ submissionsEnabled: true });
});

test("reached by another name than localhost, the same app has no shortcuts", async () => {
  const { cookie } = await developer();
  const headers = { Host: "submit.example.com", Cookie: cookie };
  const location = await new Promise((resolve, reject) => {
    get(`${app.url}/submit/review`, { headers }, (reply) => {
      reply.resume();
      resolve(reply.headers.location);
    }).on("error", reject);
  });
  expect(location).toBe("/submit/artist?early=review");
});

test("without the setting, being local unlocks nothing", async () => {
  const visitor = await createDraftAt("artist");
  const page = await visitor.send("/submit/artist");
  expect(pageText(await page.text())).not.toContain(BANNER);
  const early = await visitor.send("/submit/review");
  expect(early.headers.get("Location")).toBe("/submit/artist?early=review");
  const validationReply = await visitor.post("/submit/dev", {
    validation: "off",
    to: "/submit/artist",
  });
  expect(validationReply.status).toBe(404);
  const modeReply = await visitor.post("/submit/dev", { mode: "waiting-list", to: "/submit" });
  expect(modeReply.status).toBe(404);
  expect(validationReply.headers.get("Set-Cookie")).toBeNull();
});
