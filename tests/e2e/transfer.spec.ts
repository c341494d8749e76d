import AxeBuilder from "@axe-core/playwright";
import type { BrowserContext, Page, Route } from "playwright/test";
import { releases } from "../../workers/sandbox/spotify-catalogue";
import { draftAt } from "../support/draft-at";
import { expect, test, withAndWithoutScript } from "../support/journey";
import { Visitor } from "../support/visitor";
import { banner, closeMissing, continueIn, expectStep, pressNext, ready } from "../support/wizard";

function release(title: string) {
  const found = releases.find((one) => one.title === title);
  if (!found) throw new Error(`The catalogue knows no release called ${title}`);
  return found;
}

const weather = release("Slow Weather");
const bus = release("Night Bus");

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const query = (page: Page) => page.getByLabel("Name of your release, or of the artist");
const url = (page: Page) => page.getByLabel("Spotify URL of a track or album");
const item = (page: Page, title: string) =>
  page
    .getByRole("list", { name: "Releases to transfer" })
    .getByRole("listitem")
    .filter({ has: button(page, `Remove ${title}`) });
const albums = (page: Page) => page.getByRole("list", { name: "Albums" });
const tracks = (page: Page) => page.getByRole("list", { name: "Tracks" });
const news = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

/** The music step of an artist who only has a catalogue to transfer. */
async function openTransfer(page: Page, context: BrowserContext, scripted = true): Promise<void> {
  await continueIn(context, await draftAt("music"));
  await page.goto("/submit/music");
  await ready(page);
  await page.getByRole("radio", { name: "Transfer Existing" }).click();
  if (!scripted) await button(page, "Update the page").first().click();
  await expect(page.getByRole("heading", { name: "Releases to transfer" })).toBeVisible();
}

async function openAdder(page: Page): Promise<void> {
  await button(page, "Add a release").click();
  await expect(query(page)).toBeVisible();
}

async function search(page: Page, text: string): Promise<void> {
  await query(page).fill(text);
  await button(page, "Search").click();
}

/** By its link; with script that is a tab of its own. */
async function addLink(page: Page, link: string, scripted: boolean): Promise<void> {
  if (scripted) await page.getByRole("tab", { name: "Enter URL" }).click();
  await url(page).fill(link);
  await page.locator("[name=intent][value=add-url]").click();
}

/** Every width and colour scheme: nothing for axe to find, nothing wider than the screen. */
async function expectSound(page: Page, state: string): Promise<void> {
  for (const width of [320, 1280])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const room = () => [document.scrollingElement?.scrollWidth ?? 0, window.innerWidth];
      const [wide = 0, inner = 0] = await page.evaluate(room);
      expect(wide, `${state} at ${width} px`).toBeLessThanOrEqual(inner);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect(found, `${state} at ${width} px, ${colorScheme}`).toEqual([]);
    }
}

withAndWithoutScript((mode) => {
  test("a transfer needs a release, and the sentence leads to adding one", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    await openTransfer(page, context, scripted);
    await expect(page.getByText("Ownership transfer typically takes 2-4 weeks.")).toBeVisible();
    await pressNext(page);
    const link = banner(page).getByRole("link");
    await expect(link).toHaveText(["Please add at least one release to transfer"]);
    if (scripted) await closeMissing(page);
    await link.click();
    if (scripted) await expect(button(page, "Add a release")).toBeFocused();
  });

  test("releases are found, added with their details, removed, and kept", async ({
    page,
    context,
    scripted,
  }) => {
    await openTransfer(page, context, scripted);
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
      await expect(item(page, "Slow Weather")).toContainText(isrc);
    }
    await expect(albums(page).getByRole("button", { name: /^Slow Weather.*Added$/ })).toBeVisible();
    await albums(page)
      .getByRole("button", { name: /^Lantern Year/ })
      .click();
    await expect(item(page, "Lantern Year")).toContainText("February 14, 2025");
    await button(page, "Remove Slow Weather").click();
    await expect(item(page, "Slow Weather")).toHaveCount(0);
    if (scripted)
      await expect(page.getByRole("region", { name: "Releases to transfer" })).toBeFocused();
    await pressNext(page);
    await expectStep(page, "about");
    await page.goto("/submit/music");
    await ready(page);
    await expect(item(page, "Lantern Year")).toBeVisible();
    await expect(item(page, "Slow Weather")).toHaveCount(0);
    await expect(page.getByLabel("Your current distributor")).toHaveValue("Ditto Music");
  });

  test("a link in any form adds its release, and anything else is told apart", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    if (!scripted) expectFailure(400);
    await openTransfer(page, context, scripted);
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
    await expect(news(page, 'Added "Slow Weather" by Sigrid Vale.')).toBeVisible();
    await expect(url(page)).toHaveValue("");
    await addLink(page, `spotify:track:${bus.tracks[0]?.id}`, scripted);
    await expect(item(page, "Night Bus")).toContainText("Track · Northern Quarter Sound");
    await expect(item(page, "Slow Weather")).toBeVisible();
  });

  test("a link that Spotify does not know is an error, and is kept", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    expectFailure(404, 400);
    await openTransfer(page, context, scripted);
    await openAdder(page);
    const link = "https://open.spotify.com/album/0000000000000000000000";
    await addLink(page, link, scripted);
    await expect(page.getByText("Error adding item to catalogue").last()).toBeVisible();
    await expect(url(page)).toHaveValue(link);
    await expect(page.getByRole("list", { name: "Releases to transfer" })).toHaveCount(0);
  });

  test("a search while Spotify is down says so, and one for nothing does too", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    expectFailure(502);
    const sandbox = new Visitor();
    const fail = (mode: string, times: number) =>
      sandbox.json("/sandbox/spotify/fail", { mode, times });
    await openTransfer(page, context, scripted);
    await openAdder(page);
    await fail("http-500", 9);
    await search(page, `Outage ${mode}`);
    await expect(news(page, /^Search failed/)).toBeVisible();
    await fail("none", 0);
    await expect(query(page)).toHaveValue(`Outage ${mode}`);
    await search(page, `Nobody's ${mode}`);
    await expect(news(page, `Spotify knows no release called "Nobody's ${mode}".`)).toBeVisible();
  });
});

test("a search goes along with typing: 300 ms, albums and tracks at once, 5 of each", async ({
  page,
  context,
}) => {
  await openTransfer(page, context);
  await openAdder(page);
  await expect(query(page)).toBeFocused();
  const sent: URL[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/spotify/search")) sent.push(new URL(request.url()));
  });
  await page.keyboard.type("s");
  await page.keyboard.type("ig", { delay: 20 });
  await expect(albums(page).getByRole("button")).toHaveCount(3);
  await expect(tracks(page).getByRole("button")).toHaveCount(5);
  expect(sent.map(({ search }) => search)).toEqual([
    "?q=sig&type=album&limit=5",
    "?q=sig&type=track&limit=5",
  ]);
  await expect(news(page, /releases found\./)).toBeVisible();
  // Elsewhere Enter means Next.
  await query(page).fill("halcyon");
  await page.keyboard.press("Enter");
  await expect(albums(page).getByRole("button", { name: /^Night Bus/ })).toBeVisible();
  await expect(page).toHaveURL(/\/submit\/music/);
});

test("a late reply never takes the place of a newer one", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_ABORTED", "ERR_FAILED");
  await openTransfer(page, context);
  await openAdder(page);
  const held: Route[] = [];
  await page.route(/search\/music\?q=sigrid/, (route) => void held.push(route));
  await search(page, "sigrid");
  await expect.poll(() => held.length).toBe(2);
  await search(page, "halcyon");
  await expect(albums(page).getByRole("button", { name: /^Night Bus/ })).toBeVisible();
  for (const route of held) await route.continue().catch(() => undefined);
  await search(page, "halcyon grid");
  await expect(news(page, /releases found/)).toBeVisible();
  await expect(albums(page).getByRole("button", { name: /^Slow Weather/ })).toHaveCount(0);
});

test("a found release is on the list at once, its details follow, and the notice goes", async ({
  page,
  context,
}) => {
  await openTransfer(page, context);
  await openAdder(page);
  const held: Route[] = [];
  await page.route("**/metadata", (route) => void held.push(route));
  await search(page, "night bus");
  await albums(page)
    .getByRole("button", { name: /^Night Bus/ })
    .click();
  await expect(item(page, "Night Bus")).toContainText("Unknown Label");
  await expect(news(page, 'Added "Night Bus" by Halcyon Grid.')).toBeVisible();
  await expect(news(page, 'Added "Night Bus"')).toHaveCount(0);
  await held[0]?.continue();
  await expect(item(page, "Night Bus")).toContainText("Northern Quarter Sound");
  await expect(query(page)).toHaveValue("night bus");
});

test("details that cannot be read leave 'Unknown Label', and a removed release stays away", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure(502);
  await openTransfer(page, context);
  await openAdder(page);
  const held: Route[] = [];
  await page.route("**/metadata", (route) => void held.push(route));
  await search(page, "sigrid");
  await albums(page)
    .getByRole("button", { name: /^Slow Weather/ })
    .click();
  await albums(page)
    .getByRole("button", { name: /^Lantern Year/ })
    .click();
  await expect.poll(() => held.length).toBe(2);
  await button(page, "Remove Lantern Year").click();
  await held[1]?.continue();
  await held[0]?.fulfill({ status: 502, json: { success: false } });
  await expect(item(page, "Slow Weather")).toContainText("Unknown Label");
  await item(page, "Slow Weather").getByText("Tracks and codes").click();
  await expect(item(page, "Slow Weather")).toContainText(
    "Spotify has given no details of this release.",
  );
  await expect(item(page, "Lantern Year")).toHaveCount(0);
  await pressNext(page);
  await expectStep(page, "about");
});

test("the tabs work by keyboard alone", async ({ page, context }) => {
  await openTransfer(page, context);
  await openAdder(page);
  const first = page.getByRole("tab", { name: "Search Music" });
  const second = page.getByRole("tab", { name: "Enter URL" });
  await page.keyboard.press("Shift+Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(second).toBeFocused();
  await expect(second).toHaveAttribute("aria-selected", "true");
  await expect(query(page)).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(url(page)).toBeFocused();
  await page.keyboard.type("nonsense");
  await page.keyboard.press("Enter");
  await expect(url(page)).toBeFocused();
  await expect(
    page.getByText("Please enter a valid Spotify track or album URL", { exact: true }),
  ).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Home");
  await expect(first).toBeFocused();
  await expect(query(page)).toBeVisible();
});

test("a cover that cannot be shown leaves a blank record", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure(404);
  await openTransfer(page, context);
  await openAdder(page);
  await page.route("**/sandbox/spotify/images/**", (route) => route.fulfill({ status: 404 }));
  await search(page, "night bus");
  await albums(page)
    .getByRole("button", { name: /^Night Bus/ })
    .click();
  const cover = item(page, "Night Bus").getByRole("img", { name: "Cover of Night Bus" });
  await expect(cover).toBeVisible();
  await expect(item(page, "Night Bus").locator("img")).toHaveCount(0);
});

test("the transfer is sound in every look: empty, found, added, refused", async ({
  page,
  context,
}) => {
  await openTransfer(page, context);
  await pressNext(page);
  await closeMissing(page);
  await expectSound(page, "empty and refused");
  await openAdder(page);
  await search(page, "sigrid");
  await albums(page)
    .getByRole("button", { name: /^Slow Weather/ })
    .click();
  await expect(item(page, "Slow Weather")).toContainText("Harbour Light Records");
  await item(page, "Slow Weather").getByText("Tracks and codes").click();
  await expectSound(page, "found and added");
  await addLink(page, "https://spotify.link/abc", true);
  await expect(page.getByText("This is a short link.")).toBeVisible();
  await expectSound(page, "a link refused");
});
