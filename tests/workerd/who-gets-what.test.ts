import { beforeAll, expect, test } from "vitest";
import { allCalls, type Call } from "../hostile/calls";
import { type Row, table, type VisitorKind, visitors } from "../specification/who-gets-what";
import { openWindow } from "../support/app-window";
import { draftAt } from "../support/draft-at";
import { madeLink } from "../support/made-link";
import { staffMember } from "../support/staff";
import { draftOf, uploadRows } from "../support/stored";
import { Visitor } from "../support/visitor";

let cookies: Record<VisitorKind, string>;
let places: Record<string, string>;
beforeAll(async () => {
  const look = openWindow();
  const [artist, other, submitted] = [
    await draftAt("review"),
    await draftAt("review"),
    await draftAt("review"),
  ];
  const { id: draftId } = await draftOf(look, submitted);
  await submitted.post("/submit/review", { intent: "submit" });
  const [row] = await look.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  const uploads = await uploadRows(look, artist);
  const [upload] = uploads;
  const [staff, ended] = [await staffMember("Ida"), await staffMember("Ole")];
  cookies = {
    ...{ nobody: "", staff: staff.cookie, ended: ended.cookie },
    ...{ artist: artist.cookie, other: other.cookie },
    ...{ invited: "", returning: "" },
    forged: `staff=${encodeURIComponent(btoa(JSON.stringify("A".repeat(43))))}`,
    tampered: artist.cookie.replace(/=./, "=_"),
  };
  for (const kind of ["invited", "returning"] as const) {
    const { path } = await madeLink(kind);
    const visitor = new Visitor();
    await visitor.send(path);
    cookies[kind] = visitor.cookie;
  }
  await ended.post("/staff/sign-out", {});
  places = {
    ":submissionId": String(row?.id),
    ":uploadId": String(uploads.find(({ slot }) => slot === "audio:track-1")?.id),
    ":id+": "x",
    ":id": String(upload?.id),
    ":name": "ferry.wav",
    ":number": "1",
    ":step": "about",
    ":mailId": "x",
    ":token": "x",
    ":submission": "x",
    ":upload": "x",
    ":clip": "x",
    "*": "no-such-place",
  };
});

/** What a call sends that is made by hand: nothing in its fields, in the form it is taken. */
function empty({ method, body }: Call): RequestInit {
  if (method === "GET" || method === "HEAD") return {};
  const type = body === "json" ? "application/json" : "application/x-www-form-urlencoded";
  return { headers: { "Content-Type": type }, body: body === "json" ? "{}" : "" };
}

/** The status, and where a redirect leads to. */
async function answer(call: Call, kind: VisitorKind): Promise<string> {
  const path = call.path
    .split("/")
    .map((part) => places[part] ?? part)
    .join("/")
    // The form of an index, whose layout takes none.
    .replace(/^\/submit$/, call.method === "POST" ? "/submit?index" : "/submit");
  const { headers, ...init } = empty(call);
  const reply = await new Visitor().send(path, {
    ...{ method: call.method, ...init },
    headers: { ...headers, Cookie: cookies[kind] },
  });
  await reply.arrayBuffer();
  expect([path, reply.headers.get("Cache-Control")]).toEqual([
    path,
    expect.stringMatching(/no-store|private/),
  ]);
  const to = reply.headers.get("Location")?.replace(/\?.*/, "");
  return to ? `${reply.status} ${to}` : String(reply.status);
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`;
const calls = allCalls().filter(({ path }) => !path.endsWith(".data"));

test("every page and call has its row, and no row is of one that is gone", () => {
  expect(Object.keys(table).sort()).toEqual(calls.map(nameOf).sort());
});

test("everybody gets what the table says, and nothing else", async () => {
  const found: Record<string, Partial<Row>> = {};
  for (const name of Object.keys(table)) {
    const call = calls.find((one) => nameOf(one) === name);
    const row: Partial<Row> = {};
    for (const kind of visitors) row[kind] = call && (await answer(call, kind));
    found[name] = row;
  }
  expect(found).toEqual(table);
});
