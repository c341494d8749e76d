import { expect, scriptedAsVariant, test, withAndWithoutScript } from "../support/journey";
import {
  button,
  field,
  foundArtists,
  openPassedArtistStep,
  profile,
  query,
  savedArtist,
  url,
} from "../support/release-journey";
import type { Visitor } from "../support/visitor";
import {
  completeArtist,
  expectStep,
  fillArtist,
  pressNext,
  toVisitor,
  waitForHydration,
} from "../support/wizard";

/** An artist of the sandbox's catalogue, as the API of the app knows it. */
async function vale(visitor: Visitor): Promise<{ id: string; link: string }> {
  const reply = await visitor.send("/api/spotify/search/artists?q=Sigrid%20Vale");
  const { artists } = (await reply.json()) as { artists: { id: string }[] };
  const id = artists[0]?.id ?? "";
  return { id, link: `https://open.spotify.com/artist/${id}` };
}

withAndWithoutScript((mode) => {
  test("a profile found by name is connected, fills the artist name, and can be undone", async ({
    page,
  }) => {
    const visitor = await openPassedArtistStep(page);
    const { link } = await vale(visitor);
    await field(page, "I have a Spotify profile").check();
    await query(page).fill("sigr");
    if (mode !== "scripted") await button(page, "Search Spotify").click();
    await foundArtists(page)
      .getByRole("button", { name: /Sigrid Vale/ })
      .click();
    await expect(profile(page)).toContainText("Verified");
    await expect(profile(page)).toContainText("Connected to Sigrid Vale on Spotify.");
    await expect(profile(page)).toContainText('We filled in "Sigrid Vale" as your artist name.');
    await expect(field(page, "Artist name")).toHaveValue("Sigrid Vale");
    if (mode !== "JavaScript off") await expect(profile(page)).toBeFocused();

    await button(page, 'Put back "Siggy"').click();
    await expect(field(page, "Artist name")).toHaveValue("Siggy");
    await pressNext(page);
    await expectStep(page, "music");
    expect(await savedArtist(visitor)).toMatchObject({
      artistName: "Siggy",
      spotifyChoice: "profile",
      spotifyProfile: link,
      spotifyVerified: true,
      spotifyArtistName: "Sigrid Vale",
    });

    await page.goto("/submit/artist");
    await waitForHydration(page);
    await expect(profile(page)).toContainText("Connected to Sigrid Vale on Spotify.");
    await button(page, "Disconnect").click();
    await expect(profile(page)).toContainText("No profile connected.");
    await pressNext(page);
    await expectStep(page, "music");
    expect(await savedArtist(visitor)).toMatchObject({
      spotifyProfile: "",
      spotifyVerified: false,
    });
  });
});

scriptedAsVariant((mode) => {
  test("a link is verified; a changed one is not, and is accepted anyway", async ({ page }) => {
    const visitor = await openPassedArtistStep(page);
    const { id, link } = await vale(visitor);
    await field(page, "I have a Spotify profile").check();
    await field(page, "Enter URL").check();
    await expect(profile(page)).toContainText("You can carry on without one.");
    await url(page).fill(`open.spotify.com/intl-de/artist/${id}?si=1`);
    await button(page, "Check this link").click();
    await expect(profile(page)).toContainText("Verified");
    await expect(profile(page)).toContainText("Connected to Sigrid Vale on Spotify.");
    await expect(url(page)).toHaveValue(`open.spotify.com/intl-de/artist/${id}?si=1`);
    await expect(field(page, "Artist name")).toHaveValue("Siggy");
    await pressNext(page);
    await expectStep(page, "music");
    expect(await savedArtist(visitor)).toMatchObject({
      spotifyProfile: link,
      spotifyVerified: true,
    });

    await page.goto("/submit/artist");
    await waitForHydration(page);
    await field(page, "Enter URL").check();
    await url(page).fill("spotify:artist:0OdUWJ0sBjDrqHygGUXeCF");
    if (mode !== "JavaScript off") await expect(profile(page)).toContainText("Unverified");
    await pressNext(page);
    await expectStep(page, "music");
    expect(await savedArtist(visitor)).toMatchObject({
      spotifyProfile: "https://open.spotify.com/artist/0OdUWJ0sBjDrqHygGUXeCF",
      spotifyVerified: false,
      spotifyArtistName: "",
    });
  });
});

test("the place of the visitor's network goes along without a key", async ({ page, context }) => {
  await context.setExtraHTTPHeaders({ "CF-IPCountry": "IE", "CF-IPCity": "Cork" });
  await page.goto("/submit/artist");
  await waitForHydration(page);
  await expect(field(page, "City")).toHaveValue("Cork");
  const typed = { "Artist name": "Vale", "First name": "Sigrid", Surname: "Valentin" };
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
  await field(page, "Email").fill("sigrid@example.com");
  await pressNext(page);
  await expectStep(page, "music");
  expect(await savedArtist(await toVisitor(context))).toMatchObject({
    country: "Ireland",
    city: "Cork",
  });
});

test("the next step is at its top at once", async ({ page }) => {
  await page.goto("/submit/artist");
  await waitForHydration(page);
  await fillArtist(page, completeArtist);
  // From below, where the button is; without it the first step would fit the window.
  await page.setViewportSize({ width: 360, height: 500 });
  await button(page, "Next Step").scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
  // Each place at which the next step is drawn, from its first frame on.
  const places = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        const watch = () => {
          if (document.querySelector("h1")?.textContent?.includes("Music Upload"))
            seen.push(scrollY);
          if (seen.length < 10) requestAnimationFrame(watch);
          else resolve(seen);
        };
        watch();
      }),
  );
  await button(page, "Next Step").click();
  await expectStep(page, "music");
  expect(new Set(await places)).toEqual(new Set([0]));
});
