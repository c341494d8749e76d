import { afterAll, beforeAll, expect, test } from "vitest";
import { allCalls, type Call } from "../../hostile/calls";
import type { VisitorKind } from "../../specification/who-gets-what";
import { signIn } from "../../support/accounts";
import { type AppServer, startApp } from "../../support/app-server";
import { openStoreReader, pollUntil } from "../../support/app-stores";
import { announceApp } from "../../support/app-under-test";
import { createDraftAt, findDraftRow, songBytes } from "../../support/drafts";
import { type FormPart, postForm } from "../../support/form-post";
import { waitForOutput } from "../../support/log-lines";
import { dateInDays, musicAnswers, Visitor } from "../../support/visitor";
import { createVisitors, type Visitors } from "../../support/visitors";

/*
 * Fills every field of every form and call with a unique marker, in valid and invalid values, as each
 * kind of visitor. Then no log line of the site and jobs workers may contain a marker.
 */

let app: AppServer;
let unannounce: () => void;
let all: Visitors;
beforeAll(async () => {
  app = await startApp({ build: false, env: { LIMIT_TESTS_PER_MINUTE: "9999" } });
  // What the tests' helpers find.
  unannounce = announceApp(app);
  all = await createVisitors();
  // Its artist may complete it.
  await openStoreReader().rows(
    "UPDATE submissions SET status = 'in progress' WHERE id = ? RETURNING id",
    all.submissionId,
  );
});
afterAll(async () => {
  unannounce?.();
  await app?.stop();
});

/** The field of each marker. */
const markers: string[] = [];
function createMarker(where: string): string {
  markers.push(where);
  return `zqx${String(markers.length).padStart(5, "0")}mrk`;
}

/** Fixed values of forms that no person types. */
const MACHINE = /^(intent|version|draft|kind|status|cookies|language|territory|fileType|slot|to)$/;

/** A valid value with a marker: an address stays an address. */
function fitting(value: string, name: string, where: string): string {
  // Empty fields stay empty, such as honeypots.
  if (value === "" || MACHINE.test(name) || /^(on|off|[0-9a-f]{64}|\d{4}-\d\d-\d\d.*)$/.test(value))
    return value;
  // Has the form of an id, for code that accepts any word as one.
  if (name === "submissionId") return createMarker(where);
  if (value.includes("@") || name === "email") return `${createMarker(where)}@example.com`;
  if (value.startsWith("https://")) return `${value}/${createMarker(where)}`;
  // Answers that would otherwise be invalid.
  if (["Ireland", "Folk", "Indie Folk", "new-music", "single"].includes(value)) return value;
  return `${value} ${createMarker(where)}`;
}

type Fill = (value: string, name: string, where: string) => string;
const anything: Fill = (_, __, where) => createMarker(where);

/** The same value with a marker in each of its texts. */
function fillTexts(value: unknown, fill: Fill, name: string, where: string): unknown {
  if (typeof value === "string") return fill(value, name, `${where} ${name}`);
  if (Array.isArray(value)) return value.map((item) => fillTexts(item, fill, name, where));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillTexts(item, fill, key, where)]),
  );
}

/** Other buttons that send a form's texts to another address. */
const INTENTS: Record<string, string[]> = {
  "/staff/submissions/:submissionId": ["note", "artist-note", "ask-changes", "snooze"],
  "/staff/links/returning": ["make", "make-list", "preview"],
  "/staff/artists": ["make"],
  "/staff/data-requests": ["note", "record"],
  "/staff/connections": ["test-mail"],
  "/edit-profile": ["change", "verify"],
  "/edit-profile/sign-ins": ["make-token"],
  "/login": ["mail-link"],
  "/split/:token": ["confirm"],
};

/** A value with the form of a link's secret. */
const secret = (where: string) => createMarker(where).padEnd(43, "A");

async function sendMarked(call: Call, kind: VisitorKind, fill: Fill, intent?: string) {
  const where = `${call.method} ${call.path} (${kind})`;
  const pathParameters = { ":token": secret(`${where} token`) };
  const path = all.address(call.path, call.method, pathParameters);
  const query = new URLSearchParams(
    Object.keys(call.query).map((name) => [name, createMarker(`${where} ?${name}`)]),
  );
  const address = query.size > 0 ? `${path}${path.includes("?") ? "&" : "?"}${query}` : path;
  const visitor = new Visitor();
  visitor.cookie = all.cookies[kind];
  const fields = fillTexts({ ...call.fields, ...(intent && { intent }) }, fill, "", where);
  const texts = Object.entries(fields as Record<string, unknown>).map(
    ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
  );
  if (call.body === "multipart") {
    const parts: FormPart[] = texts.map(([name, body]) => ({ name, body }));
    for (const name of ["file", "picture", "artwork", "tracks[0].file"])
      parts.push({
        name,
        fileName: `${createMarker(`${where} file ${name}`)}.wav`,
        body: songBytes,
      });
    await postForm(visitor, address, parts);
    return;
  }
  const { method } = call;
  const json = call.body === "json";
  const type = json ? "application/json" : "application/x-www-form-urlencoded";
  const body = json
    ? JSON.stringify(fields)
    : call.body === "bytes"
      ? createMarker(`${where} bytes`)
      : new URLSearchParams(texts.map(([name, value]) => [name, value])).toString();
  const sends = call.body !== "none";
  const headers: Record<string, string> = sends ? { "Content-Type": type } : {};
  const reply = await visitor.send(address, { method, headers, ...(sends && { body }) });
  await reply.arrayBuffer();
}

/** Who uses a form or call; public ones are used by an artist. */
function listVisitors(path: string): VisitorKind[] {
  if (path.startsWith("/staff/sign-")) return ["nobody"];
  if (/^\/(staff|test-dashboard)|^\/api\/(jobs|mails|monday|google|config|file-links)/.test(path))
    return ["staff", "nobody"];
  if (/^\/(dashboard|edit-profile|agreement|release-details|submission|api\/release)/.test(path))
    return ["member", "nobody"];
  return ["artist"];
}

/** Lines of the log that have a mark in them, each with the fields it was in. */
function markedLines(): { line: string; where: string }[] {
  const lines = app.output().split("\n");
  return lines.flatMap((line) => {
    const matches = [...line.matchAll(/zqx(\d{5})mrk/gi)];
    return matches.map(([, n]) => ({ line, where: markers[Number(n) - 1] ?? "the journey" }));
  });
}

/** Ends a session, the account, or its own page. */
const ENDS = /^\/(logout|staff\/sign-out|staff\/sessions|edit-profile\/(data|sign-ins))/;

test("a whole submission leaves nothing that the artist typed in the log", async () => {
  const about = "the way of an artist";
  const names = {
    artistName: createMarker(`${about}: name`),
    email: `${createMarker(`${about}: email`)}@example.com`,
  };
  const visitor = await createDraftAt("artist");
  await visitor.post("/submit/artist", {
    ...names,
    firstName: createMarker("first name"),
    surname: createMarker("surname"),
    phone: "+353 21 777 0177",
    country: "Ireland",
    city: createMarker("city"),
    spotifyProfile: "",
    intent: "next",
    instagramProfile: `https://www.instagram.com/${createMarker("instagram")}`,
    tiktokProfile: `https://www.tiktok.com/@${createMarker("tiktok")}`,
  });
  const fields = {
    ...musicAnswers(dateInDays(60)),
    "tracks[0].title": createMarker("title"),
    releaseTitle: createMarker("release title"),
    "tracks[0].metadata.soloWork": "",
    "tracks[0].metadata.producers[0].name": createMarker("producer"),
    "tracks[0].metadata.songwriters[0].firstName": createMarker("songwriter"),
    "tracks[0].metadata.songwriters[0].lastName": createMarker("songwriter's last name"),
    "tracks[0].metadata.songwriters[0].percentage": "100",
    intent: "next",
  };
  await postForm(visitor, "/submit/music", [
    ...Object.entries(fields).map(([name, body]) => ({ name, body })),
    { name: "tracks[0].file", fileName: `${createMarker("file name")}.wav`, body: songBytes },
  ]);
  await visitor.upload(new Uint8Array(100), {
    slot: "audio:track-1",
    fileType: "track",
    fileName: `${createMarker("broken file")}.wav`,
  });
  await visitor.post("/submit/about", {
    bio: createMarker("bio"),
    influences: createMarker("influences"),
    proNumber: createMarker("pro number"),
    socialLinks: `https://example.com/${createMarker("link")}`,
    comments: createMarker("comments"),
    intent: "next",
  });
  await signIn(new Visitor(), { name: createMarker("name of staff") });
  const errorData = {
    message: createMarker("message"),
    stage: "creating",
    timestamp: new Date().toISOString(),
    stack: `at ${createMarker("stack")}`,
    url: `/submit?x=${createMarker("url")}`,
    userAgent: createMarker("browser"),
  };
  const submissionId = createMarker("what an artist takes for an id");
  const reply = await visitor.json("/api/monitoring/error-report", { submissionId, errorData });
  expect(reply.status).toBeLessThan(300);
  await visitor.post("/submit/review", { intent: "submit" });
  const store = openStoreReader();
  const { id } = await findDraftRow(store, visitor);
  const [submission] = await store.rows(
    "SELECT id, artist_name FROM submissions WHERE draft_id = ?",
    id,
  );
  expect(submission?.artist_name).toBe(names.artistName);
  await pollUntil(async () => {
    const sql = "SELECT id FROM jobs WHERE submission_id = ? AND state NOT IN ('done', 'failed')";
    return (await store.rows(sql, String(submission?.id))).length === 0 ? true : undefined;
  }, 90);
  const logText = await waitForOutput(app.output, `"event":"submission.settled"`);
  expect(markedLines()).toEqual([]);
  expect(logText).not.toContain("777 0177");
});

test("no valid or invalid value of any form or call appears in the log", async () => {
  const calls = allCalls().filter(({ path }) => !path.endsWith(".data"));
  // What ends a session comes last.
  const inOrder = calls.toSorted((a, b) => Number(ENDS.test(a.path)) - Number(ENDS.test(b.path)));
  for (const call of inOrder) {
    const texts = Object.keys(call.fields).length + Object.keys(call.query).length;
    const typed = call.path.includes(":token") || call.body === "bytes";
    if (texts === 0 && !typed) continue;
    for (const kind of listVisitors(call.path)) {
      await sendMarked(call, kind, fitting);
      await sendMarked(call, kind, anything);
      if (call.method === "POST" && call.fields.intent)
        for (const intent of INTENTS[call.path] ?? [])
          await sendMarked(call, kind, fitting, intent);
    }
  }
  expect(markers.length).toBeGreaterThan(400);
  for (const where of ["/", "/submit/", "/staff/submissions/", "/api/", "/files/", "/assets/"])
    for (const path of [
      `${where}${createMarker(where)}`,
      `${where}${createMarker(where)}@example.com`,
    ])
      await new Visitor().send(path);
  const sweep = { method: "POST", body: "{}" };
  expect((await fetch(`${app.url}/sandbox/sweep`, sweep)).status).toBe(200);
  expect(markedLines()).toEqual([]);
  // The requests were really processed: some typed values are stored.
  const store = openStoreReader();
  const countRows = async (table: string, column: string) => {
    const rows = await store.rows(
      `SELECT count(*) AS n FROM ${table} WHERE ${column} LIKE '%zqx%mrk%'`,
    );
    return Number(rows[0]?.n);
  };
  for (const [table, column] of [
    ...[
      ["drafts", "answers"],
      ["submissions", "form_data"],
      ["waiting_list", "artist_data"],
    ],
    ...[
      ["staff_notes", "text"],
      ["invitations", "prefill"],
      ["artists", "profile"],
    ],
    ...[
      ["release_details", "answers"],
      ["error_reports", "message"],
    ],
  ] as const)
    expect([table, (await countRows(table ?? "", column ?? "")) > 0]).toEqual([table, true]);
});
