import { formatIsrc } from "~/platform/formats/isrc";
import { expect, scriptedAsVariant, test, withAndWithoutScript } from "../support/journey";
import {
  addLink,
  albums,
  item,
  notice,
  openAdder,
  openTransfer,
  query,
  search,
  tracks,
  transferButton,
  url,
} from "../support/music-step-page";
import { release } from "../support/sandbox-catalogue";
import { Visitor } from "../support/visitor";
import { banner, closeMissing, expectStep, pressNext, waitForHydration } from "../support/wizard";

const weather = release("Slow Weather");
const bus = release("Night Bus");

withAndWithoutScript(() => {
  test("releases are found, added with their details, removed, and kept", async ({
    page,
    scripted,
  }) => {
    await openTransfer(page, scripted);
    await page.getByLabel("Your current distributor").selectOption("Ditto Music");
    await openAdder(page);
    await search(page, "sigrid");
    await expect(albums(page).getByRole("button")).toHaveCount(3);
    await expect(tracks(page).getByRole("button")).toHaveCount(5);
    await albums(page)
      .getByRole("button", { name: /^Slow Weather/ })
      .click();
    await expect(item(page, "Slow Weather")).toContainText(
      "Album · Harbour Light Records · May 19, 2023",
    );
    await item(page, "Slow Weather").getByText("Tracks and codes").click();
    await expect(item(page, "Slow Weather")).toContainText(weather.upc);
    for (const { title, isrc } of weather.tracks) {
      await expect(item(page, "Slow Weather")).toContainText(title);
      await expect(item(page, "Slow Weather")).toContainText(formatIsrc(isrc));
    }
    await expect(albums(page).getByRole("button", { name: /^Slow Weather.*Added$/ })).toBeVisible();
    await albums(page)
      .getByRole("button", { name: /^Lantern Year/ })
      .click();
    await expect(item(page, "Lantern Year")).toContainText("February 14, 2025");
    await transferButton(page, "Remove Slow Weather").click();
    await expect(item(page, "Slow Weather")).toHaveCount(0);
    if (scripted)
      await expect(page.getByRole("region", { name: "Releases to transfer" })).toBeFocused();
    await pressNext(page);
    await expectStep(page, "about");
    await page.goto("/submit/music");
    await waitForHydration(page);
    await expect(item(page, "Lantern Year")).toBeVisible();
    await expect(item(page, "Slow Weather")).toHaveCount(0);
    await expect(page.getByLabel("Your current distributor")).toHaveValue("Ditto Music");
  });
});

scriptedAsVariant((mode) => {
  test("a transfer needs a release, and the sentence leads to adding one", async ({
    page,
    scripted,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    await openTransfer(page, scripted);
    await expect(page.getByText("Ownership transfer typically takes 2-4 weeks.")).toBeVisible();
    await pressNext(page);
    const link = banner(page).getByRole("listitem").getByRole("link");
    await expect(link).toHaveText(["Please add at least one release to transfer"]);
    if (scripted) await closeMissing(page);
    await link.click();
    if (scripted) await expect(transferButton(page, "Add a release")).toBeFocused();
  });

  test("a link in any form adds its release, and anything else is told apart", async ({
    page,
    scripted,
    expectFailure,
  }) => {
    if (!scripted) expectFailure(400);
    await openTransfer(page, scripted);
    await openAdder(page);
    for (const [link, text] of [
      ["", "Please enter a Spotify URL"],
      ["Slow Weather", "Please enter a valid Spotify track or album URL"],
      [
        `https://open.spotify.com/artist/${weather.artist.id}`,
        "Please enter a valid Spotify track or album URL",
      ],
    ] as const) {
      await addLink(page, link, scripted);
      await expect(url(page)).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByText(text, { exact: true }).last()).toBeVisible();
      await expect(url(page)).toHaveValue(link);
    }
    await addLink(page, `https://open.spotify.com/intl-de/album/${weather.id}?si=abc`, scripted);
    await expect(item(page, "Slow Weather")).toContainText("Sigrid Vale");
    await expect(notice(page, 'Added "Slow Weather" by Sigrid Vale.')).toBeVisible();
    await expect(url(page)).toHaveValue("");
    await addLink(page, `spotify:track:${bus.tracks[0]?.id}`, scripted);
    await expect(item(page, "Night Bus")).toContainText("Track · Northern Quarter Sound");
    await expect(item(page, "Slow Weather")).toBeVisible();
  });

  test("a link that Spotify does not know is an error, and is kept", async ({
    page,
    scripted,
    expectFailure,
  }) => {
    expectFailure(404, 400);
    await openTransfer(page, scripted);
    await openAdder(page);
    const link = "https://open.spotify.com/album/0000000000000000000000";
    await addLink(page, link, scripted);
    await expect(page.getByText("Error adding item to catalogue").last()).toBeVisible();
    await expect(url(page)).toHaveValue(link);
    await expect(page.getByRole("list", { name: "Releases to transfer" })).toHaveCount(0);
  });

  test("a search while Spotify is down says so, and one for nothing does too", async ({
    page,
    scripted,
    expectFailure,
  }) => {
    expectFailure(502);
    await openTransfer(page, scripted);
    await openAdder(page);
    const failing = `Outage ${crypto.randomUUID()}`;
    // Searches of other tests go on.
    const failure = { mode: "http-500", times: 9, match: failing };
    await new Visitor().json("/sandbox/spotify/fail", failure);
    await search(page, failing);
    await expect(notice(page, /^Search failed/)).toBeVisible();
    await expect(query(page)).toHaveValue(failing);
    await search(page, `Nobody's ${mode}`);
    await expect(notice(page, `Spotify has no release called "Nobody's ${mode}".`)).toBeVisible();
  });
});
