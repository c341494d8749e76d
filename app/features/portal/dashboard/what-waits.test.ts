import { createElement } from "react";
import { expect, test } from "vitest";
import type { WaitingItem } from "~/domain/artists/waiting-tasks";
import { renderToHtml } from "../../../../tests/support/render-page";
import { WhatWaits } from "./what-waits";

const now = new Date("2026-11-30T10:00:00Z");
const item = (fields: Partial<WaitingItem>): WaitingItem => ({
  ...{ kind: "Details missing", isUrgent: false, text: "Complete the details of Tide" },
  ...{ to: "/release-details/1", button: "Complete Release Details" },
  ...{ words: [], note: "", due: "2026-12-18", release: { id: "1", title: "Tide" }, ...fields },
});
const release = (title: string, day: string) => ({
  ...{ id: title, releaseTitle: title, releaseType: "ep", releaseDate: "", status: "pending" },
  ...{ artworkUrl: null, createdAt: "2026-11-27T10:00:00.000Z" },
  progress: { stages: [], next: { what: "Next: our reply", when: `by ${day}`, day } },
});
const html = (items: readonly WaitingItem[], releases = [release("Ebb", "2026-12-11")]) =>
  renderToHtml(createElement(WhatWaits, { items, releases, now }));

test("only the first button is filled, and the head says which release it stops", () => {
  const asked = item({
    ...{ kind: "Changes wanted", isUrgent: true, text: "Change Tide", to: "/submission/1" },
    ...{ words: ["Louder <b>vocals</b>."], button: "Fix it", due: "2026-12-04" },
    post: { name: "intent", value: "send-again" },
  });
  const page = html([asked, item({}), item({ text: "Complete the details of Ebb" })]);
  expect(page.match(/data-variant="filled"/g)).toHaveLength(1);
  expect(page).toMatch(
    /<form method="post" action="\/submission\/1"><button[^>]*value="send-again"/,
  );
  expect(page).toContain("Louder &lt;b&gt;vocals&lt;/b&gt;.");
  expect(page).toContain("3 things. The first stops Tide.");
  expect(page).toMatch(/by (<!-- -->)?Dec 4</);
});

test("where nothing waits it says so, with the next date of all releases", () => {
  const page = html([], [release("Ebb", "2026-12-11"), release("Flow", "2026-12-04")]);
  expect(page).toContain("Nothing waits for you");
  expect(page.replace(/<!-- -->/g, "")).toContain("Next: our reply by 2026-12-04, for Flow.");
  expect(html([], [])).not.toContain("Next:");
});
