import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LEASE_SECONDS } from "~/jobs/job-claims.server";
import { PROBE_ID } from "../../../workers/cli/serve";
import { type AppServer, startApp } from "../../support/app-server";
import { openStoreReader, pollUntil } from "../../support/app-stores";
import { createDraftAt, findDraftRow } from "../../support/drafts";
import { runtimeOf } from "../../support/resource-use";
import { Visitor } from "../../support/visitor";

let app: AppServer;

beforeAll(async () => {
  app = await startApp({ build: false, silenceMs: 10_000 });
});
afterAll(() => app.stop());

const JOBS = `SELECT jobs.state, mail_outbox.state AS mail FROM jobs
  LEFT JOIN mail_outbox ON jobs.type = 'send-mail' AND mail_outbox.id = jobs.subject
  WHERE jobs.submission_id = (SELECT id FROM submissions WHERE draft_id = ?)`;
/** A mail that was just leaving may have arrived, and is not sent again by itself. */
const LEAVING: unknown[] = ["sending", "unconfirmed"];

/** Takes the jobs from the runtime that died with them, which others would do after two minutes. */
async function endLeases(diedAt: Date): Promise<void> {
  const sql =
    "UPDATE jobs SET lease_until = ? WHERE state = 'running' AND lease_until <= ? RETURNING id";
  const lastLease = new Date(diedAt.getTime() + LEASE_SECONDS * 1_000);
  await openStoreReader(app.url).rows(sql, diedAt.toISOString(), lastLease.toISOString());
  await new Visitor(app.url).json("/sandbox/sweep", { minAgeSeconds: 0 });
}

test.each([
  ["the runtime stands still", "SIGSTOP", runtimeOf],
  ["the guard is killed", "SIGKILL", (guard: number) => guard],
] as const)(
  "where %s, the site is started again and does what was sent",
  async (_, signal, target) => {
    const visitor = await createDraftAt("review", {}, new Visitor(app.url));
    const { id: draftId } = await findDraftRow(openStoreReader(app.url), visitor);
    await visitor.post("/submit/review", { intent: "submit" });
    const fallsBefore = app.falls();
    process.kill(target(app.pid), signal);
    await pollUntil(async () => app.falls() > fallsBefore || undefined, 180);
    // Behind a guard that was killed the runtime has gone on until now.
    const diedAt = new Date();
    await app.waitForRestart();
    await endLeases(diedAt);
    await pollUntil(async () => {
      const jobs = await openStoreReader(app.url).rows(JOBS, draftId);
      const isDone = jobs.every(({ state, mail }) => state === "done" || LEAVING.includes(mail));
      return (jobs.length > 0 && isDone) || undefined;
    }, 300);
  },
  600_000,
);

test("the supervisor's own requests are not in the log", async () => {
  const health = (id: string) =>
    fetch(`${app.url}/api/health`, { headers: { "CF-Ray": id } }).then((reply) => reply.text());
  await health(PROBE_ID);
  await health("request-of-a-person");
  const folder = join(app.stateDir, "logs");
  const log = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("");
  await pollUntil(async () => log().includes("request-of-a-person") || undefined, 60);
  expect(app.output()).toContain(`"requestId":"${PROBE_ID}"`);
  expect(log()).not.toContain(`"requestId":"${PROBE_ID}"`);
});
