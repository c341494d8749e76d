import { expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { pageText } from "../support/page-parts";
import { addWaiting } from "../support/waiting-submissions";

/* How a decision is undone, and how one decides, without script. */

const findStatus = async (id: string) => {
  const [row] = await openStoreReader().rows("SELECT status FROM submissions WHERE id = ?", id);
  return row?.status;
};

test("a decision is undone by a plain form, which the queue and the next entry show for a minute", async () => {
  const staff = await staffMember("Ida Undo");
  const [first, second] = await addWaiting(2, "Undo by form");
  const path = `/staff/submissions/${first?.id}`;
  const decision = new URLSearchParams("intent=set&status=approved&revision=1&then=next");
  const set = await staff.post(path, Object.fromEntries(decision));
  const nextPath = set.headers.get("Location") ?? "";
  expect(nextPath).toMatch(`/staff/submissions/${second?.id}?last=${first?.id}`);
  for (const page of [nextPath, path, "/staff"]) {
    const html = await (await staff.send(page)).text();
    expect(pageText(html)).toMatch(
      /Approved: Undo by form 1 – Night Ferry\. The email goes out in 10 minutes\. You can undo this for \d+ seconds\. Undo/,
    );
    expect(html).toContain(`action="${path}" aria-label="Undo the decision"`);
  }
  // It is nobody else's to undo.
  const colleague = await staffMember("Bo Undo");
  expect(pageText(await (await colleague.send(nextPath)).text())).not.toContain("The email goes");
  expect((await colleague.post(path, { intent: "undo", decided: "2" })).status).toBe(409);

  const undone = await staff.post(path, { intent: "undo", decided: "2" });
  expect([undone.status, await findStatus(first?.id ?? "")]).toEqual([302, "pending"]);
  const after = pageText(await (await staff.send(undone.headers.get("Location") ?? "")).text());
  expect(after).toContain("The decision is undone, and its email doesn't go out.");
  expect(after).toContain("by Ida Undo: Approved was undone");
  // A form that is posted twice has one answer.
  const again = await staff.post(path, { intent: "undo", decided: "2" });
  expect([again.status, await findStatus(first?.id ?? "")]).toEqual([302, "pending"]);
});

test("each reviewer chooses whether the email is looked at first", async () => {
  const staff = await staffMember("Ida Settings");
  const [entry] = await addWaiting(1, "Settings");
  const page = async () => (await staff.send(`/staff/submissions/${entry?.id}`)).text();
  expect(await page()).toContain("Set the status now");
  const saved = await staff.post("/staff/settings", { intent: "save", playsNext: "on" });
  expect(saved.headers.get("Location")).toBe("/staff/settings?saved");
  expect(await page()).not.toContain("Set the status now");
  const form = await (await staff.send("/staff/settings")).text();
  expect(form).toMatch(/name="playsNext"[^>]*checked|checked[^>]*name="playsNext"/);
  // Those of others stay as they are.
  const colleague = await (await staffMember("Bo Settings")).send(
    `/staff/submissions/${entry?.id}`,
  );
  expect(await colleague.text()).toContain("Set the status now");
  expect((await staff.post("/staff/settings", { skipsPreview: "on" })).status).toBe(400);
});
