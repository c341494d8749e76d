import { expect, test } from "vitest";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldValue, pageText } from "../support/page-parts";
import { Visitor } from "../support/visitor";

/* The success page leads to the status page, and corrects the address that it was sent under. */

const store = await openForFile(async () => ({
  ...openStoreReader(),
  close: async () => undefined,
}));
const SUCCESS = "/submit/success";

async function submitted() {
  const visitor = await createDraftAt("review", { email: "typo@example.com" });
  const { id: draftId } = await findDraftRow(store, visitor);
  await visitor.post("/submit/review", { intent: "submit" });
  const html = await (await visitor.send(SUCCESS)).text();
  return { visitor, draftId, html, reference: fieldValue(html, "reference") ?? "" };
}

/** Posts the form. @returns the status and the text of the page that follows. */
async function correct(visitor: Visitor, reference: string, email: string) {
  const fields = { intent: "correct-email", reference, email };
  const reply = await visitor.post(SUCCESS, fields);
  return { status: reply.status, text: pageText(await reply.text()) };
}

const storedEmail = async (draftId: string) =>
  (await store.rows("SELECT email FROM submissions WHERE draft_id = ?", draftId))[0]?.email;

test("the success page leads to the status page", async () => {
  const { html } = await submitted();
  const path = /href="(\/status\/[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const reply = await new Visitor().send(path);
  expect([reply.status, pageText(await reply.text())]).toEqual([
    200,
    expect.stringContaining("Night Ferry"),
  ]);
});

test("an address is corrected three times, and a repeated post changes nothing", async () => {
  const { visitor, draftId, reference } = await submitted();
  for (const email of ["a@example.com", "a@example.com", "b@example.com", "c@example.com"]) {
    const { status, text } = await correct(visitor, reference, email);
    expect([status, text]).toEqual([200, expect.stringContaining("Submission Successful!")]);
    expect(await storedEmail(draftId)).toBe(email);
  }
  const { status, text } = await correct(visitor, reference, "d@example.com");
  expect([status, text]).toEqual([409, expect.stringContaining("You can't change this address")]);
  expect(text).not.toContain("Wrong address? Correct it");
  expect(await storedEmail(draftId)).toBe("c@example.com");
});

test.each([
  ["", "Email is required"],
  ["typo@example", "Please enter a valid email address"],
])("the address %j is refused at its field, which keeps it", async (email, error) => {
  const { visitor, draftId, reference } = await submitted();
  const fields = { intent: "correct-email", reference, email };
  const reply = await visitor.post(SUCCESS, fields);
  const html = await reply.text();
  expect([reply.status, fieldValue(html, "email")]).toEqual([400, email]);
  expect(pageText(html)).toContain(error);
  expect(html).toContain("<details open");
  expect(await storedEmail(draftId)).toBe("typo@example.com");
});

test("nobody else corrects it: neither without its cookie nor with that of another submission", async () => {
  const [{ draftId, reference }, other] = [await submitted(), await submitted()];
  for (const visitor of [new Visitor(), other.visitor])
    expect((await correct(visitor, reference, "eve@example.com")).status).toBe(409);
  expect([await storedEmail(draftId), await storedEmail(other.draftId)]).toEqual([
    "typo@example.com",
    "typo@example.com",
  ]);
});
