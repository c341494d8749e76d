import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { api } from "~/api/router";
import { drafts } from "~/domain/submission/submission-tables.server";
import { databaseMegabytes } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { loader as enter } from "~/routes/submit._index";
import { type DraftRef, draftCookieHeader } from "~/session/draft-cookie.server";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture, createRequest } from "../../support/race-fixture";
import { SECRET } from "../../support/upload-fixture";
import { artistAnswers } from "../../support/visitor";

/* A database that has reached LIMIT_DATABASE_MB: nothing new can begin, existing work can continue. */

const LIMIT_MB = 4;
const fixture = await openForFile(() => createRaceFixture({ LIMIT_DATABASE_MB: String(LIMIT_MB) }));

async function createCookie(state: DraftRef["state"], draftId: string): Promise<string> {
  const name = { key: draftId.padEnd(43, "k"), draftId, state };
  const header = await draftCookieHeader(createRequest("/", { cookie: "" }), name, SECRET);
  return header.split(";")[0] ?? "";
}

async function call(path: string, init: RequestInit & { cookie: string }) {
  const request = createRequest(path, init);
  const portal = fixture.portalFor(request, (act) => act());
  const reply: Response = await api.fetch(request, portal);
  const wait = reply.headers.get("Retry-After") ?? portal.scope.replyHeaders.get("Retry-After");
  return { status: reply.status, text: await reply.text(), wait };
}

const save = (cookie: string) =>
  call("/api/drafts/current/artist", {
    cookie,
    method: "PUT",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "artistName=Ada",
  });

const join = (n: number) => {
  const listenLink = `https://soundcloud.com/vale/${n}`;
  return call("/api/waiting-list", {
    cookie: "",
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ artistData: { ...artistAnswers, listenLink } }),
  });
};

/** The answer of the wizard's entry to a visitor without a draft. */
async function entry() {
  const request = createRequest("/submit", { cookie: "" });
  const context = fixture.portalFor(request, (act) => act());
  const reply = await enter({ request, context, params: {} } as never).catch((cause) => cause);
  const { status } = reply as Response;
  const wait = context.scope.replyHeaders.get("Retry-After");
  return { status, wait, text: status === 503 ? await (reply as Response).text() : "" };
}

test("beyond its limit the database refuses new work politely, and existing work continues", async () => {
  const { db } = fixture.deps;
  const draftCookie = await createCookie("new", randomIds.next(new Date()));
  expect((await save(draftCookie)).status).toBe(200);
  expect([(await entry()).status, (await join(1)).status]).toEqual([302, 200]);
  await db.run(
    sql`CREATE TABLE ballast AS SELECT zeroblob(500000) AS x FROM json_each(${JSON.stringify(Array(2 * LIMIT_MB + 1).fill(0))})`,
  );
  expect(await databaseMegabytes(db)).toBeGreaterThan(LIMIT_MB);
  const newName = await createCookie("new", randomIds.next(new Date()));
  for (const refusal of [await entry(), await save(newName), await join(2)]) {
    expect([refusal.status, refusal.wait]).toEqual([503, "3600"]);
    expect(refusal.text).toContain("Please come back in an hour");
  }
  expect(await db.$count(drafts)).toBe(1);
  expect((await save(draftCookie)).status).toBe(200);
});
