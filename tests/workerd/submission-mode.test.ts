import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { type AppStores, openAppStores } from "../support/app-stores";
import { createDraftAt } from "../support/drafts";
import { fieldValue, pageText } from "../support/page-parts";
import { readApiReply } from "../support/upload-calls";
import { artistAnswers, Visitor } from "../support/visitor";

let inside: AppStores;
let staff: Visitor;
beforeAll(async () => {
  inside = await openAppStores();
  staff = await staffMember("Moda Flip");
});
afterEach(() => inside.config.delete("submissions"));
afterAll(() => inside.close());

const CLOSED = "We are not taking new submissions just now";
const readConfig = async () => (await readApiReply(new Visitor().send("/api/config"))).body;
const readText = async (visitor: Visitor, path: string) =>
  pageText(await (await visitor.send(path)).text());

test("staff close submissions with a note, and it is written down who did it and when", async () => {
  const reply = await staff.post("/staff/mode", { intent: "close", note: "Back in\r\nMay <3" });
  expect(reply.headers.get("Location")).toBe("/staff/mode?saved");
  expect(await readConfig()).toEqual({ submissionsEnabled: false });
  expect(await inside.config.get("submissions")).toEqual({
    submissionsEnabled: false,
    note: "Back in\nMay <3",
    updatedBy: "Moda Flip",
    updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const page = await readText(staff, "/staff/mode");
  expect(page).toContain("Closed");
  expect(page).toMatch(/Last changed by Moda Flip, .* UTC\./);
  await staff.post("/staff/mode", { intent: "close", note: "Back in\r\nMay <3" });
  await staff.post("/staff/mode", { intent: "save-note", note: "" });
  await staff.post("/staff/mode", { intent: "open", note: "" });
  expect(await readConfig()).toEqual({ submissionsEnabled: true });
  const auditEntries = await inside.rows(
    "SELECT action, detail FROM audit WHERE staff_name = 'Moda Flip' ORDER BY rowid",
  );
  expect(auditEntries.slice(1)).toEqual([
    { action: "mode-closed", detail: "Back in\nMay <3" },
    { action: "mode-noted", detail: "" },
    { action: "mode-opened", detail: "" },
  ]);
});

/** What the form of the page has in its hidden fields, as a browser posts it. */
async function readModeFields(visitor: Visitor) {
  const html = await (await visitor.send("/staff/mode")).text();
  const names = ["shownMode", "shownNote", "shownAt"];
  return Object.fromEntries(names.map((name) => [name, fieldValue(html, name) ?? ""]));
}

test("of two who set the mode the second is told who was first, and their page stays as it was", async () => {
  const colleague = await staffMember("Bodil Lind");
  await staff.post("/staff/mode", { intent: "close", note: "Back in\r\nMay" });
  const [mine, theirs] = [await readModeFields(staff), await readModeFields(colleague)];
  expect(mine).toMatchObject({ shownMode: "closed", shownNote: "Back in\nMay" });
  const open = { ...theirs, intent: "open", note: "Welcome" };
  const openReply = await colleague.post("/staff/mode", open);
  expect(openReply.headers.get("Location")).toBe("/staff/mode?saved");
  const storedMode = await inside.config.get("submissions");
  for (const intent of ["save-note", "close", "open"]) {
    const note = "Back in June";
    const reply = await staff.post("/staff/mode", { ...mine, intent, note });
    const html = await reply.text();
    expect([reply.status, fieldValue(html, "note")]).toEqual([409, note]);
    expect(pageText(html)).toMatch(
      /Bodil Lind opened submissions \(.* UTC\) while .*nothing of yours was saved\. Check the page first\./,
    );
    for (const [name, value] of Object.entries(mine)) expect(fieldValue(html, name)).toBe(value);
  }
  expect(await inside.config.get("submissions")).toEqual(storedMode);
  const freshFields = await readModeFields(staff);
  const saveReply = await staff.post("/staff/mode", {
    ...freshFields,
    intent: "save-note",
    note: "June",
  });
  expect(saveReply.status).toBe(302);
  expect(await inside.config.get("submissions")).toMatchObject({
    submissionsEnabled: true,
    note: "June",
    updatedBy: "Moda Flip",
  });
});

test("a note of any script fits beside the one that it takes the place of", async () => {
  const note = "の".repeat(500);
  await staff.post("/staff/mode", { intent: "close", note });
  const fields = await readModeFields(staff);
  const other = "が".repeat(500);
  const reply = await staff.post("/staff/mode", { ...fields, intent: "save-note", note: other });
  expect([
    reply.status,
    (await staff.post("/staff/mode", { ...fields, shownMode: "x" })).status,
  ]).toEqual([302, 400]);
  expect(await inside.config.get("submissions")).toMatchObject({ note: other });
});

test("a note that is too long is told so and kept on the page; nothing is flipped", async () => {
  const note = `Back soon. ${"x".repeat(500)}`;
  const reply = await staff.post("/staff/mode", { intent: "close", note });
  const html = await reply.text();
  expect([reply.status, html.includes(note)]).toEqual([400, true]);
  expect(pageText(html)).toContain("The note must have at most 500 characters.");
  expect((await staff.post("/staff/mode", { intent: "explode" })).status).toBe(400);
  expect(await readConfig()).toEqual({ submissionsEnabled: true });
});

test("POST /api/config/set flips the mode for staff, and for nobody else", async () => {
  const set = (visitor: Visitor, body: unknown) =>
    readApiReply(visitor.json("/api/config/set", body));
  expect(await set(staff, { submissionsEnabled: false })).toEqual({
    status: 200,
    body: { success: true, submissionsEnabled: false },
  });
  expect(await readConfig()).toEqual({ submissionsEnabled: false });
  expect(await set(new Visitor(), { submissionsEnabled: true })).toMatchObject({
    status: 403,
    body: { success: false, error: expect.any(String) },
  });
  // Null characters are removed, as from forms: with them, a database dump would be invalid SQL.
  await set(staff, { submissionsEnabled: false, note: "Back\0 soon" });
  await staff.post("/staff/mode", { intent: "save-note", note: "Back\0 later" });
  const [row] = await inside.rows(
    "SELECT group_concat(detail, '|') AS notes FROM audit WHERE detail IN ('Back soon', 'Back later')",
  );
  expect(row).toEqual({ notes: "Back soon|Back later" });
  await set(staff, { submissionsEnabled: false, note: "" });
  for (const body of [{}, { submissionsEnabled: "yes" }, { submissionsEnabled: true, x: 1 }, []])
    expect(await set(staff, body)).toMatchObject({ status: 400, body: { success: false } });
  expect(await readConfig()).toEqual({ submissionsEnabled: false });
});

test("while submissions are closed the waiting list replaces the wizard, with the note", async () => {
  await staff.post("/staff/mode", { intent: "close", note: "Back in May." });
  // As if they had been closed an hour ago: earlier visitors may finish.
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const closedMode = { submissionsEnabled: false, note: "Back in May.", updatedAt: hourAgo };
  await inside.config.put("submissions", JSON.stringify(closedMode));
  const visitor = new Visitor();
  const page = await visitor.send("/submit");
  const html = await page.text();
  expect([page.status, page.headers.get("Set-Cookie")]).toEqual([200, null]);
  expect(pageText(html)).toContain("Share Your New Music With Us");
  expect(pageText(html)).toContain(CLOSED);
  expect(pageText(html)).toContain("Back in May.");
  expect(html).toContain('name="listenLink"');
  expect((await visitor.send("/submit/artist")).headers.get("Location")).toBe("/submit");
  const post = await visitor.post("/submit/artist", { ...artistAnswers, intent: "next" });
  expect([post.status, post.headers.get("Retry-After")]).toEqual([503, "3600"]);
  const answer = await post.text();
  expect(pageText(answer)).toContain(CLOSED);
  expect(answer).toContain('value="Sigrid Vale"');
});

test("artists with a draft can finish it, and those with the first page open can begin", async () => {
  const [openDraft, newcomer] = [await createDraftAt("review"), new Visitor()];
  await newcomer.send("/submit");
  await staff.json("/api/config/set", { submissionsEnabled: false });
  expect(await readText(openDraft, "/submit")).not.toContain(CLOSED);
  expect(await readText(openDraft, "/submit/waiting-list")).toContain("Go to your submission");
  const saveReply = await newcomer.send("/api/drafts/current/artist", {
    method: "PUT",
    body: new URLSearchParams(artistAnswers),
  });
  expect(saveReply.status).toBe(200);
  expect(await readText(newcomer, "/submit/artist")).toContain("Artist Information");
  const submit = await openDraft.post("/submit/review", { intent: "submit" });
  expect(submit.headers.get("Location")).toBe("/submit/success");
  const another = await openDraft.post("/submit?index", { intent: "start-another" });
  expect(another.headers.get("Location")).toBe("/submit/waiting-list");
  const list = await (await openDraft.send("/submit/waiting-list")).text();
  expect(fieldValue(list, "artistName")).toBe(artistAnswers.artistName);
});
