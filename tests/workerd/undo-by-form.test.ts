import { expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { pageText, parsePage } from "../support/page-parts";
import type { Visitor } from "../support/visitor";
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
  expect(nextPath).toBe(`/staff/submissions/${second?.id}`);
  for (const page of [nextPath, path, "/staff"]) {
    const html = await (await staff.send(page)).text();
    expect(pageText(html)).toMatch(
      /Approved: Night Ferry The email goes out in 10 minutes\. Undo \d+ s/,
    );
    expect(html).toContain('aria-label="Undo the decision"');
    expect(parsePage(html).forms.map(({ action }) => action)).toContain(path);
  }
  // It is nobody else's to undo.
  const colleague = await staffMember("Bo Undo");
  expect(pageText(await (await colleague.send(nextPath)).text())).not.toContain("The email goes");
  expect((await colleague.post(path, { intent: "undo", decided: "2" })).status).toBe(409);

  const undone = await staff.post(path, { intent: "undo", decided: "2" });
  expect([undone.status, await findStatus(first?.id ?? "")]).toEqual([302, "pending"]);
  const afterPath = `${undone.headers.get("Location")}&tab=history`;
  const after = pageText(await (await staff.send(afterPath)).text());
  expect(after).toContain("The decision is undone, and its email doesn't go out.");
  expect(after).toContain("by Ida Undo: Approved was undone");
  // A form that is posted twice has one answer.
  const again = await staff.post(path, { intent: "undo", decided: "2" });
  expect([again.status, await findStatus(first?.id ?? "")]).toEqual([302, "pending"]);
});

test("undoing keeps the list, and the entry that comes next", async () => {
  const staff = await staffMember("Ida Undo-Listed");
  const mark = `Undo${crypto.randomUUID().slice(0, 6)}`;
  const [first, second] = await addWaiting(2, mark);
  const path = `/staff/submissions/${first?.id}?q=${mark}`;
  const decision = new URLSearchParams("intent=set&status=approved&revision=1&then=next");
  const set = await staff.post(path, Object.fromEntries(decision));
  const nextPath = set.headers.get("Location") ?? "";
  expect(nextPath).toBe(`/staff/submissions/${second?.id}?q=${mark}`);
  const { forms } = parsePage(await (await staff.send(nextPath)).text());
  expect(forms.map(({ action }) => action)).toContain(path);

  const undone = await staff.post(path, { intent: "undo", decided: "2" });
  const after = await (await staff.send(undone.headers.get("Location") ?? "")).text();
  expect(after.match(/<a [^>]*rel="next"[^>]*>/)?.[0]).toContain(`href="${nextPath}"`);
});

test("each reviewer chooses whether the next entry plays by itself", async () => {
  const staff = await staffMember("Ida Settings");
  const isChecked = async (visitor: Visitor) =>
    /name="playsNext"[^>]*checked|checked[^>]*name="playsNext"/.test(
      await (await visitor.send("/staff/settings")).text(),
    );
  expect(await isChecked(staff)).toBe(false);
  const saved = await staff.post("/staff/settings", { intent: "save", playsNext: "on" });
  expect(saved.headers.get("Location")).toBe("/staff/settings?saved");
  expect(await isChecked(staff)).toBe(true);
  // Those of others stay as they are.
  expect(await isChecked(await staffMember("Bo Settings"))).toBe(false);
  expect((await staff.post("/staff/settings", { playsNext: "on" })).status).toBe(400);
});
