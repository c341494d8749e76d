import { expect, onTestFinished, test } from "vitest";
import { pollUntil } from "../../support/app-stores";
import { bareSite } from "../../support/bare-site";
import { artistAnswers } from "../../support/visitor";

async function openBareSite(settings?: Record<string, string>) {
  const site = await bareSite(settings);
  onTestFinished(site.close);
  return site;
}

test("without KV and the queue artists can continue, staff are told, and the log says what failed", async () => {
  const site = await openBareSite();
  // It is unknown whether submissions are open, so they count as open.
  expect((await site.send("/api/config")).text).toContain('"submissionsEnabled":true');
  // The submission is recorded; its jobs wait for the sweep.
  const artistData = { ...artistAnswers, listenLink: "https://soundcloud.com/vale" };
  expect((await site.json("/api/waiting-list", { artistData })).text).toContain('"success":true');

  expect((await site.post("/staff/sign-in", site.signIn())).status).toBe(302);
  expect((await site.post("/staff/mode", { intent: "close", note: "" })).status).toBe(503);
  expect((await site.post("/staff/connections/board", { intent: "map" })).status).toBe(503);
  // The link is in the database, so it works; KV is only an additional check.
  const link = { intent: "make", artistName: artistAnswers.artistName, email: artistAnswers.email };
  const reply = await site.post("/staff/links/returning", link);
  const token = /\/r\/([\w-]{43})/.exec(reply.text)?.[1];
  expect(token).toBeDefined();
  expect((await site.send(`/api/returning-artist/validate/${token}`)).status).toBe(200);
  const events = new Set(site.events());
  for (const event of [
    ...["config.unreadable", "tokens.unreadable", "queue.send-failed", "mode.not-stored"],
    ...["columns.not-stored", "tokens.not-stored"],
  ])
    expect(events).toContain(event);
});

test("a count that cannot be stored is only logged, without other effects", async () => {
  const site = await openBareSite();
  for (const table of ["measure_batches", "error_groups"]) await site.takeAway(table);
  site.withCookie("cookie-choice=accepted");
  const measures = { ended: "stored", waitMs: 9_000, sendingMs: 8_000, bytes: 1_000_000 };
  const reply = await site.json("/api/monitoring/uploads", { ...measures, stalls: 0, resumes: 0 });
  expect(reply.status).toBeLessThan(300);
  await site.takeAway("review_items");
  expect((await site.post("/staff/sign-in", site.signIn())).status).toBe(302);
  expect((await site.send("/staff")).status).toBe(500);
  const all = ["request.failed", "measures.not-stored", "errors.not-stored"];
  await pollUntil(async () => all.every((event) => site.events().includes(event)) || undefined, 60);
});

const ACCESS = {
  ACCESS_TEAM_DOMAIN: "label.cloudflareaccess.com",
  ACCESS_AUD: "a".repeat(64),
};

test("with Cloudflare Access, no passcode signs staff in", async () => {
  const site = await openBareSite(ACCESS);
  expect((await site.send("/staff/sign-in")).status).toBe(403);
  expect((await site.post("/staff/sign-in", site.signIn())).status).toBe(403);
});

test("while tokens of Cloudflare Access cannot be verified, staff are asked to come back later", async () => {
  const site = await openBareSite(ACCESS);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const token = `${part({ alg: "RS256", kid: "k" })}.${part({ aud: ACCESS.ACCESS_AUD })}.c2ln`;
  site.withCookie(`CF_Authorization=${token}`);
  expect((await site.send("/staff")).status).toBe(503);
  expect(site.events()).toContain("staff.unchecked");
});
