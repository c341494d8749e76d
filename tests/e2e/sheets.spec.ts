import { readFileSync } from "node:fs";
import { parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";
import type { Page } from "playwright/test";
import { staffMember } from "../support/accounts";
import { expect, inModes, test } from "../support/journey";
import { releaseInProgress } from "../support/published-release";
import { expectValidPage } from "../support/valid-page";
import { openDraftInBrowser } from "../support/wizard";

const ROWS = "Song title\tRelease title\tWriters\tMood\nSong one\tAn album\tAda|Bo\tCalm";

async function download(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFileSync(await file.path());
}

inModes(["scripted", "JavaScript off in Chromium"], () => {
  test("a distributor's template is pasted, corrected and saved, and releases are put into it", async ({
    page,
    context,
    scripted,
  }) => {
    // Without script axe has no timers.
    const check = async (state: string) => {
      if (scripted) await expectValidPage(page, state);
    };
    const title = `Ferry ${crypto.randomUUID().slice(0, 8)}`;
    const { id } = await releaseInProgress([title]);
    await openDraftInBrowser(context, await staffMember("Rosa Vale"));
    await page.goto("/staff/sheets");
    await check("sheets");
    await page.getByLabel("Or paste its first rows").fill(ROWS);
    await page.getByRole("button", { name: "Read its columns" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Columns of a sheet");
    await expect(page.getByLabel("What Song title has")).toHaveValue("trackTitle");
    await expect(page.getByLabel("How Writers is written")).toHaveValue("bar");
    await expect(page.getByRole("columnheader", { name: /: / }).first()).toBeVisible();
    await check("template");
    await page.getByLabel("What Mood has").selectOption("The same text on each line");
    await page.getByRole("button", { name: "Show the preview" }).click();
    await page.getByLabel("Text of Mood").fill("Moody");
    const name = `Nordic ${title}`;
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved. Everybody on the team has it now.")).toBeVisible();
    await page.goto(`/staff/submissions/${id}?tab=files`);
    await check("files");
    const csv = await download(page, () =>
      page.getByRole("link", { name: `CSV for ${name}` }).click(),
    );
    expect(parseCsv(csv.toString())).toEqual([
      ["Song title", "Release title", "Writers", "Mood"],
      [title, expect.any(String), "Ada Byron|Bea Okafor", "Moody"],
    ]);
    await page.goto(`/staff?view=all&q=${encodeURIComponent(title)}`);
    await page
      .getByRole("checkbox", { name: /^Choose / })
      .first()
      .check();
    const sheets = page.getByRole("button", { name: /^Sheets/ });
    if ((await sheets.count()) === 0 || !(await sheets.first().isVisible()))
      await page.getByText("For those you choose: a status or a sheet").click();
    await sheets.first().click();
    await expect(page.getByText(/^1 release: /)).toBeVisible();
    await check("chosen");
    const xlsx = await download(page, () =>
      page.getByRole("button", { name: `XLSX for ${name}` }).click(),
    );
    const workbook = await readXlsx(new Uint8Array(xlsx));
    expect(workbook.sheets[0]?.rows[1]?.[0]).toBe(title);
  });
});
