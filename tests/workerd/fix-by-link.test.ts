import { expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { pageText } from "../support/page-parts";
import { Visitor } from "../support/visitor";

/* An artist without an account is asked for changes, and sends again by the mail's link. No script. */

const store = openStoreReader();

/** A submission of the open form, as its review page is. */
async function submitted() {
  const sender = await createDraftAt("review");
  const { id: draftId } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows(
    "SELECT id, reference FROM submissions WHERE draft_id = ?",
    draftId,
  );
  return { id: String(row?.id), reference: String(row?.reference) };
}

/** The links of the last mail about a submission. */
async function mailedLinks(id: string) {
  const [mail] = await store.rows(
    "SELECT text_body AS text FROM mail_outbox WHERE submission_id = ? AND kind = 'status-change' ORDER BY id DESC",
    id,
  );
  const text = String(mail?.text);
  const link = (pattern: RegExp) => pattern.exec(text)?.[0] ?? "";
  return { fix: link(/\/fix\/[\w-]{43}/), status: link(/\/status\/\S+/) };
}

const read = async (visitor: Visitor, path: string) => {
  const reply = await visitor.send(path);
  return { status: reply.status, text: pageText(await reply.text()), headers: reply.headers };
};

test("who is asked for changes fixes it by the mail's link, and staff see both versions", async () => {
  const { id, reference } = await submitted();
  const staff = await staffMember("Ida");
  const desk = `/staff/submissions/${id}`;
  const request = { revision: "1", reason: "Please mix the vocals louder." };
  expect((await read(staff, `${desk}?decide=changes`)).text).toContain(
    "Please change something in",
  );
  expect((await staff.post(desk, { ...request, reason: " ", intent: "ask-changes" })).status).toBe(
    400,
  );
  expect((await staff.post(desk, { ...request, intent: "ask-changes" })).status).toBe(302);
  expect((await staff.post(desk, { ...request, intent: "ask-changes" })).status).toBe(302);
  const links = await mailedLinks(id);

  const artist = new Visitor();
  const page = await read(artist, links.fix);
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining(request.reason) });
  expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
  // Reading spends nothing.
  expect(await store.rows("SELECT id FROM drafts WHERE resend_of = ?", id)).toEqual([]);
  const opened = await artist.post(links.fix, { intent: "fix" });
  const step = "/submit/music?return=review";
  expect([opened.status, opened.headers.get("Location")]).toEqual([302, step]);
  const review = (await read(artist, "/submit/review")).text;
  expect(review).toContain(request.reason);
  expect(review).toContain("this is the same as what you sent before");
  expect((await artist.post("/submit/review", { intent: "submit" })).status).toBe(409);
  const sent = await artist.post("/submit/review", { intent: "submit", unchanged: "yes" });
  expect(sent.headers.get("Location")).toBe("/submit/success");

  const [newer] = await store.rows("SELECT id, reference FROM submissions WHERE resend_of = ?", id);
  expect(await read(new Visitor(), links.fix)).toMatchObject({
    status: 410,
    text: expect.stringContaining(String(newer?.reference)),
  });
  const former = await read(staff, desk);
  expect(former.text).toContain("The artist sent it again as");
  expect(former.text).toContain(String(newer?.reference));
  expect(former.text).toContain("The files are the same.");
  const current = await read(staff, `/staff/submissions/${newer?.id}`);
  expect(current.text).toContain(`This is a new version of ${reference}`);
  expect(current.text).toMatch(/Ida asked on .* Please mix the vocals louder\./);
});

test("after a final no neither the link, the status page nor a draft that was begun leads back", async () => {
  const { id } = await submitted();
  const staff = await staffMember("Ida");
  const desk = `/staff/submissions/${id}`;
  const ask = { intent: "ask-changes", revision: "1", reason: "Louder." };
  await staff.post(desk, ask);
  const links = await mailedLinks(id);
  const artist = new Visitor();
  await artist.post(links.fix, { intent: "fix" });
  const no = { intent: "set", revision: "2", status: "rejected", reason: "Not our music." };
  await staff.post(desk, { ...no, savedReason: "reason-sound" });
  expect((await mailedLinks(id)).fix).toBe("");
  const lastWord = "This is our last word on this release";
  const page = await read(new Visitor(), links.fix);
  expect(page).toMatchObject({ status: 410, text: expect.stringContaining(lastWord) });
  const status = await read(new Visitor(), links.status);
  expect(status.text).toContain("Not our music.");
  expect(status.text).toContain(lastWord);
  expect(status.text).not.toContain("Email me the link");
  const press = await artist.post("/submit/review", { intent: "submit", unchanged: "yes" });
  expect([press.status, pageText(await press.text())]).toEqual([
    409,
    expect.stringContaining("We have decided about this release since you began"),
  ]);
  expect(await store.rows("SELECT id FROM submissions WHERE resend_of = ?", id)).toEqual([]);
});

test("the status page tells the status and the team's words, and nothing else", async () => {
  const { id, reference } = await submitted();
  const staff = await staffMember("Ida");
  const decision = { revision: "1", status: "rejected", reason: "Too quiet.", intent: "set" };
  await staff.post(`/staff/submissions/${id}`, decision);
  const { status: link } = await mailedLinks(id);
  const { status, text, headers } = await read(new Visitor(), link);
  expect(status).toBe(200);
  for (const words of [reference, "Your submission was not approved", "Too quiet."])
    expect(text).toContain(words);
  expect(text).not.toMatch(/ferry\.wav|@example/);
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
  expect((await read(new Visitor(), link.replace(/.$/, "x"))).status).toBe(404);
  expect((await read(new Visitor(), `/status/${id}`)).status).toBe(404);
});
