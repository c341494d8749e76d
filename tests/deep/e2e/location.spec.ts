import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { expect, test, useMode } from "../../support/journey";
import { field, openPassedArtistStep, savedArtist } from "../../support/release-journey";
import { artistAnswers } from "../../support/visitor";
import { expectStep, openDraftInBrowser, pressNext, waitForHydration } from "../../support/wizard";

test.describe("location", () => {
  const country = (page: Page) => page.locator("input#country");
  const option = (page: Page, name: string) => page.getByRole("option", { name, exact: true });

  test("the country is filtered by what is typed, its other names included", async ({ page }) => {
    const visitor = await openPassedArtistStep(page);
    await field(page, "City").focus();
    await expect(country(page)).toHaveValue("Ireland");
    await country(page).fill("Atlantis");
    await expect(page.getByText("No countries found")).toBeVisible();
    await country(page).press("Enter");
    await expect(country(page)).toBeFocused();
    await country(page).fill("holl");
    await expect(option(page, "Netherlands")).toHaveAttribute("aria-selected", "true");
    await country(page).press("Escape");
    await expect(option(page, "Netherlands")).toBeHidden();
    await country(page).press("ArrowDown");
    await expect(option(page, "United Kingdom")).toHaveAttribute("aria-selected", "true");
    await country(page).fill("holl");
    await country(page).press("Tab");
    await expect(country(page)).toHaveValue("Netherlands");
    await country(page).fill("香港");
    await field(page, "City").focus();
    await expect(country(page)).toHaveValue("Hong Kong");
    await pressNext(page);
    await expectStep(page, "music");
    expect(await savedArtist(visitor)).toMatchObject({ country: "Hong Kong" });
  });

  test("what the browser fills in counts, and opens no list", async ({ page }) => {
    const visitor = await openPassedArtistStep(page);
    await field(page, "Email").focus();
    for (const [input, text] of [
      [country(page), "France"],
      [field(page, "City"), "Lyon"],
    ] as const)
      await input.evaluate((element: HTMLInputElement, autofillText) => {
        element.value = autofillText;
        element.dispatchEvent(new Event("input", { bubbles: true }));
        element.dispatchEvent(new Event("change", { bubbles: true }));
      }, text);
    await expect(page.getByRole("option")).toHaveCount(0);
    await pressNext(page);
    await expectStep(page, "music");
    expect(await savedArtist(visitor)).toMatchObject({ country: "France", city: "Lyon" });
  });

  test("the city is suggested for the country, and any other is taken", async ({
    page,
    context,
  }) => {
    const visitor = await createDraftAt("artist");
    await openDraftInBrowser(context, visitor);
    await page.goto("/submit/artist");
    await waitForHydration(page);
    await field(page, "Email").focus();
    await expect(country(page)).toBeVisible();
    await field(page, "City").click();
    await expect(page.getByText("Please select a country first")).toBeVisible();
    await country(page).fill("Irel");
    await country(page).press("Enter");
    await field(page, "City").fill("co");
    await expect(page.getByRole("option")).toHaveText(["Cork", "Cobh"]);
    await option(page, "Cork").click();
    await expect(field(page, "City")).toHaveValue("Cork");
    await field(page, "City").fill("Schull");
    await expect(page.getByText("No cities found. Type to enter a custom city.")).toBeVisible();
    const { country: _country, city: _city, ...rest } = artistAnswers;
    const labels = { artistName: "Artist name", firstName: "First name", surname: "Surname" };
    for (const [name, label] of Object.entries({ ...labels, email: "Email" }))
      await field(page, label).fill(rest[name as keyof typeof rest]);
    await field(page, "City").press("Enter");
    await expectStep(page, "music");
    expect(await savedArtist(visitor)).toMatchObject({ country: "Ireland", city: "Schull" });
  });

  test.describe("under a finger", () => {
    test.use({ hasTouch: true, isMobile: true });

    test("the country stays the platform's own list", async ({ page }) => {
      const visitor = await openPassedArtistStep(page);
      await field(page, "City").tap();
      await expect(page.getByRole("option", { name: "Dublin" })).toBeVisible();
      await page.locator("select#country").selectOption("France");
      await field(page, "City").fill("Ly");
      await page.getByRole("option", { name: "Lyon" }).tap();
      await pressNext(page);
      await expectStep(page, "music");
      expect(await savedArtist(visitor)).toMatchObject({ country: "France", city: "Lyon" });
    });
  });

  test.describe("without script", () => {
    useMode("JavaScript off");

    test("cities of the saved country stand in the browser's own list", async ({ page }) => {
      await openPassedArtistStep(page);
      await expect(page.locator("datalist option").first()).toHaveAttribute("value", "Dublin");
      await expect(field(page, "City")).toHaveAttribute("list", "city-hints");
    });
  });
});
