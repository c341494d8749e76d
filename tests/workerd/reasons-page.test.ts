import { beforeAll, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { pageText } from "../support/page-parts";
import type { Visitor } from "../support/visitor";

let staff: Visitor;
beforeAll(async () => {
  staff = await staffMember("Rosa Vale");
});

const PAGE = "/staff/reasons";
const readPage = async () => (await staff.send(PAGE)).text();
/** A reason of this file's own, as its form posts it. */
const fields = (title: string) => ({
  ...{ id: "", seen: "", intent: "save", kind: "changes", title, text: "Please mend {title}." },
  ...{ digit: "", finding: "silent-tail" },
});

test("a reason is saved for one kind and one finding, and stands in the list of its kind", async () => {
  const reply = await staff.post(PAGE, fields("A long silence of this test"));
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, `${PAGE}?saved`]);
  const text = pageText(await readPage());
  const [, forChanges = ""] = text.split("To ask for changes");
  expect(forChanges).toContain("A long silence of this test");
  expect(text.split("A long silence of this test")[0]).toContain("New reason to reject");
  expect(forChanges).toContain("For: silence at the end. Used 0 times this year.");
});

test("a refused reason is shown again in the form of its kind, with what was chosen", async () => {
  const reply = await staff.post(PAGE, { ...fields(""), finding: "clipping" });
  expect(reply.status).toBe(400);
  const html = await reply.text();
  expect(pageText(html)).toContain("Give it a name, so that colleagues find it.");
  const [, form = ""] = html.split('id="new-changes-finding"');
  expect(form.split("</select>")[0]).toMatch(/<option value="clipping" selected/);
  const unknown = await staff.post(PAGE, { ...fields("Of no kind"), kind: "praise" });
  expect(unknown.status).toBe(400);
  expect(await readPage()).not.toContain("Of no kind");
});
