import { expect, test } from "vitest";
import { openAppStores } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { pageText } from "../support/page-parts";

const inside = await openForFile(openAppStores);
const visitor = await createDraftAt("review");

async function submissions() {
  const { id } = await findDraftRow(inside, visitor);
  return inside.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
}

test("a filled hidden field stops the submit with the specified text and a way to continue", async () => {
  const reply = await visitor.post("/submit/review", { website: "https://spam.example" });
  expect(reply.status).toBe(403);
  const text = pageText(await reply.text());
  expect(text).toContain(
    "Submission validation failed. Please try again or contact support if this persists.",
  );
  expect(text).toContain("I'm a person, submit my music");
  expect(await submissions()).toEqual([]);
});

test("a person whose browser fills the field again is asked for one more click, after a while", async () => {
  const fields = { website: "https://autofilled.example", intent: "confirm" };
  const reply = await visitor.post("/submit/review", fields);
  expect(reply.status).toBe(403);
  expect(pageText(await reply.text())).toContain("Wait five seconds, then press once more");
  expect(await submissions()).toEqual([]);
});

test("a person gets past it by one more click where the field is empty by then", async () => {
  const reply = await visitor.post("/submit/review", { intent: "confirm" });
  expect(reply.headers.get("Location")).toBe("/submit/success");
  expect(await submissions()).toHaveLength(1);
});
