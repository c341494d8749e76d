import {
  expect,
  isScriptFree,
  scriptedAsVariant,
  test,
  withAndWithoutScript,
} from "../support/journey";
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
import { artistAnswers, type Visitor } from "../support/visitor";
import { banner, expectStep, pressNext, waitForHydration } from "../support/wizard";

/** An artist of the sandbox's catalogue, as the API of the app knows it. */
async function vale(visitor: Visitor): Promise<{ id: string; link: string }> {
  const reply = await visitor.send("/api/spotify/search/artists?q=Sigrid%20Vale");
  const { artists } = (await reply.json()) as { artists: { id: string }[] };
  const id = artists[0]?.id ?? "";
  return { id, link: `https://open.spotify.com/artist/${id}` };
}

/** Makes searches for a text fail; those of other tests go on. */
async function failSearches(visitor: Visitor, match: string): Promise<void> {
  await visitor.json("/sandbox/spotify/fail", { mode: "http-500", times: 9, match });
}

scriptedAsVariant(() => {
  test("the sections stand in the order of the specification, and nothing is chosen", async ({
    page,
  }) => {
    await openPassedArtistStep(page);
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      "Basic Information",
      "Find your artist profile on Spotify",
      "Social Media Profiles",
      "Location",
    ]);
    await expect(field(page, "I have a Spotify profile")).not.toBeChecked();
    await expect(field(page, "I'm a new artist")).not.toBeChecked();
    // The style sheet hides parts that have not been opened.
    if (isScriptFree(page)) return;
    await expect(query(page)).toBeHidden();
    await expect(url(page)).toBeHidden();
  });
});

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

  test("an invalid link is reported at its field, a failed check next to it", async ({
    page,
    expectFailure,
  }) => {
    expectFailure(404);
    await openPassedArtistStep(page);
    await field(page, "I have a Spotify profile").check();
    await field(page, "Enter URL").check();
    await button(page, "Check this link").click();
    await expect(url(page)).toHaveAccessibleDescription(/Please enter a Spotify artist URL/);
    await url(page).fill("https://open.spotify.com/track/4Z8W4fKeB5YxbusRsdQVPb");
    await button(page, "Check this link").click();
    await expect(url(page)).toHaveAccessibleDescription(
      /Please enter a valid Spotify artist URL \(e\.g\., open\.spotify\.com\/artist\/\.\.\.\)/,
    );
    await url(page).fill("https://open.spotify.com/artist/0OdUWJ0sBjDrqHygGUXeCF");
    // The button moves when the message disappears: an earlier press would miss it.
    if (mode === "scripted")
      await expect(url(page)).not.toHaveAccessibleDescription(/Please enter a valid/);
    await button(page, "Check this link").click();
    await expect(profile(page)).toContainText("Could not verify Spotify profile");
    await expect(url(page)).toHaveValue("https://open.spotify.com/artist/0OdUWJ0sBjDrqHygGUXeCF");
    await pressNext(page);
    await expectStep(page, "music");
  });

  test("a search that finds nothing or fails says so and keeps what was typed", async ({
    page,
    expectFailure,
  }) => {
    expectFailure(502);
    const visitor = await openPassedArtistStep(page);
    await field(page, "Surname").fill("Valentin-Ros");
    await field(page, "I have a Spotify profile").check();
    await query(page).fill("Nobody we know");
    await button(page, "Search Spotify").click();
    await expect(page.getByText('Spotify has no artist called "Nobody we know".')).toBeVisible();
    await query(page).fill("S");
    await button(page, "Search Spotify").click();
    await expect(page.getByText("Type at least 2 characters.")).toBeVisible();
    const failing = `Sigrid ${crypto.randomUUID()}`;
    await failSearches(visitor, failing);
    await query(page).fill(failing);
    await button(page, "Search Spotify").click();
    await expect(page.getByText("Search failed")).toBeVisible();
    await expect(field(page, "Surname")).toHaveValue("Valentin-Ros");
    await expect(field(page, "I have a Spotify profile")).toBeChecked();
  });

  test("a new artist has no profile, whatever was connected before", async ({ page }) => {
    const visitor = await openPassedArtistStep(page);
    const { link } = await vale(visitor);
    await visitor.post("/submit/artist", {
      ...artistAnswers,
      spotifyProfile: link,
      intent: "next",
    });
    await page.reload();
    await waitForHydration(page);
    await expect(url(page)).toHaveValue(link);
    await field(page, "I'm a new artist").check();
    // By the style sheet.
    if (!isScriptFree(page)) await expect(url(page)).toBeHidden();
    if (mode !== "JavaScript off") await expect(url(page)).toHaveValue("");
    await pressNext(page);
    await expectStep(page, "music");
    expect(await savedArtist(visitor)).toMatchObject({ spotifyChoice: "new", spotifyProfile: "" });
    await page.goto("/submit/artist");
    await expect(field(page, "I'm a new artist")).toBeChecked();
    await expect(url(page)).toHaveValue("");
  });

  test("a wrong link is visible when Next refuses it, wherever the page was scrolled", async ({
    page,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    await openPassedArtistStep(page);
    await field(page, "I have a Spotify profile").check();
    await field(page, "Enter URL").check();
    await url(page).fill("Sigrid Vale");
    await field(page, "Search").check();
    await pressNext(page);
    if (mode === "JavaScript off")
      await banner(page).getByRole("listitem").getByRole("link").click();
    await expect(url(page)).toBeFocused();
    await expect(field(page, "Enter URL")).toBeChecked();
    if (mode === "JavaScript off") return;
    await field(page, "Search").check();
    await banner(page).getByRole("listitem").getByRole("link").click();
    await expect(url(page)).toBeFocused();
  });
});
