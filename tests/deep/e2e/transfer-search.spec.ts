import type { Route } from "playwright/test";
import { expect, test } from "../../support/journey";
import {
  albums,
  item,
  notice,
  openAdder,
  openTransfer,
  query,
  search,
  tracks,
  transferButton,
} from "../../support/music-step-page";
import { expectStep, pressNext } from "../../support/wizard";

test("a search goes along with typing: 300 ms, albums and tracks at once, 5 of each", async ({
  page,
}) => {
  await openTransfer(page);
  await openAdder(page);
  await expect(query(page)).toBeFocused();
  const urls: URL[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/spotify/search")) urls.push(new URL(request.url()));
  });
  await page.keyboard.type("s");
  await page.keyboard.type("ig", { delay: 20 });
  await expect(albums(page).getByRole("button")).toHaveCount(3);
  await expect(tracks(page).getByRole("button")).toHaveCount(5);
  expect(urls.map(({ search }) => search)).toEqual([
    "?q=sig&type=album&limit=5",
    "?q=sig&type=track&limit=5",
  ]);
  await expect(notice(page, /releases found\./)).toBeVisible();
  // Elsewhere Enter means Next.
  await query(page).fill("halcyon");
  await page.keyboard.press("Enter");
  await expect(albums(page).getByRole("button", { name: /^Night Bus/ })).toBeVisible();
  await expect(page).toHaveURL(/\/submit\/music/);
});

test("a found release is on the list at once, its details follow, and the notice goes", async ({
  page,
}) => {
  await openTransfer(page);
  await openAdder(page);
  const routes: Route[] = [];
  await page.route("**/metadata", (route) => void routes.push(route));
  await search(page, "night bus");
  await albums(page)
    .getByRole("button", { name: /^Night Bus/ })
    .click();
  await expect(item(page, "Night Bus")).toContainText("Unknown Label");
  await expect(notice(page, 'Added "Night Bus" by Halcyon Grid.')).toBeVisible();
  await expect(notice(page, 'Added "Night Bus"')).toHaveCount(0);
  await routes[0]?.continue();
  await expect(item(page, "Night Bus")).toContainText("Northern Quarter Sound");
  await expect(query(page)).toHaveValue("night bus");
});

test("details that cannot be read leave 'Unknown Label', and a removed release stays away", async ({
  page,
  expectFailure,
}) => {
  expectFailure(502);
  await openTransfer(page);
  await openAdder(page);
  const routes: Route[] = [];
  await page.route("**/metadata", (route) => void routes.push(route));
  await search(page, "sigrid");
  await albums(page)
    .getByRole("button", { name: /^Slow Weather/ })
    .click();
  await albums(page)
    .getByRole("button", { name: /^Lantern Year/ })
    .click();
  await expect.poll(() => routes.length).toBe(2);
  await transferButton(page, "Remove Lantern Year").click();
  await routes[1]?.continue();
  await routes[0]?.fulfill({ status: 502, json: { success: false } });
  await expect(item(page, "Slow Weather")).toContainText("Unknown Label");
  await item(page, "Slow Weather").getByText("Tracks and codes").click();
  await expect(item(page, "Slow Weather")).toContainText(
    "Spotify gave no details for this release.",
  );
  await expect(item(page, "Lantern Year")).toHaveCount(0);
  await pressNext(page);
  await expectStep(page, "about");
});
