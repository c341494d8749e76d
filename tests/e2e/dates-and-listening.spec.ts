import type { Page } from "playwright/test";
import { staffMember } from "../support/accounts";
import { appUnderTest } from "../support/app-under-test";
import { expect, inModes, test } from "../support/journey";
import { releaseInProgress } from "../support/published-release";
import { expectValidPage } from "../support/valid-page";
import { Visitor } from "../support/visitor";

/* The dates of music that is on its way, and who listens to it before. */

async function become(page: Page, visitor: Visitor): Promise<void> {
  const [name = "", value = ""] = visitor.cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: appUnderTest().url }]);
}

inModes(["scripted", "JavaScript off"], () => {
  test("an artist reads their dates, and gets them into a calendar", async ({ page, scripted }) => {
    const { visitor, id } = await releaseInProgress();
    await become(page, visitor);
    await page.goto("/dashboard?tab=0");
    await page.getByRole("link", { name: "All your dates, also for your calendar" }).click();
    const agreement = page.getByRole("listitem").filter({ hasText: "Sign the agreement for" });
    await expect(agreement).toContainText("For you");
    await page.getByRole("button", { name: "Make a link for my calendar" }).click();
    const link = await page.getByLabel("Link for your calendar app").inputValue();
    if (scripted) await expectValidPage(page, "dates with a calendar");
    const calendar = await new Visitor().send(new URL(link).pathname);
    expect(await calendar.text()).toContain(`UID:${id}-release@`);
  });

  test("staff give the press a private link, which plays and ends", async ({
    page,
    browser,
    scripted,
    expectFailure,
  }) => {
    expectFailure(410);
    const { id } = await releaseInProgress();
    await become(page, await staffMember("Rosa"));
    await page.goto(`/staff/submissions/${id}?tab=files`);
    await page.getByRole("link", { name: "Private listening links" }).click();
    await page.getByLabel("For", { exact: true }).fill("Ines Duarte");
    await page.getByRole("button", { name: "Make the link" }).click();
    const url = await page.getByLabel("Link for Ines Duarte").inputValue();
    if (scripted) await expectValidPage(page, "a link that works");

    const press = await browser.newContext();
    const reader = await press.newPage();
    await reader.goto(url);
    await expect(reader.getByText("For Ines Duarte alone")).toBeVisible();
    if (scripted) await expectValidPage(reader, "the page of the link");
    const player = reader.getByLabel("Night Ferry");
    await expect(player).toHaveAttribute("controlslist", "nodownload");
    await player.evaluate((audio: HTMLAudioElement) => audio.play());
    await page.reload();
    await expect(page.getByText(/^1 play, listening only/)).toBeVisible();
    await page.getByRole("button", { name: "End this link for Ines Duarte" }).click();
    await expect(page.getByText("The link has ended.")).toBeVisible();
    expect((await reader.goto(url))?.status()).toBe(410);
    await expect(reader.getByText("This link has ended.")).toBeVisible();
    await press.close();
  });
});
