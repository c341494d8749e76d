import { openStoreReader } from "../support/app-stores";
import { expect, test } from "../support/journey";
import { releaseInProgress } from "../support/published-release";
import { FORM_BUDGET, SCRIPT_BUDGET, scriptWeight } from "../support/script-weight";
import { openDraftInBrowser } from "../support/wizard";

/* What the pages of an artist's own room ask for in scripts, each in a browser that has seen none. */

/** Pages to be read, and posted, without any. */
const READ = [
  ...["/dashboard?tab=0", "/dashboard?tab=1", "/dashboard?tab=1&contract=open"],
  ...["/submission/ID", "/edit-profile/data", "/edit-profile/mails", "/edit-profile/sign-ins"],
  "/edit-profile/confirm",
  ...["/agreement/template", "/dashboard/continue", "/details/ID", "/artist/ARTIST"],
];
/** Pages where what is typed saves itself, or a dialog is modal. */
const TYPED = [
  "/agreement",
  "/edit-profile",
  "/release-details/OPEN",
  "/release-details/OPEN/splits",
];

const store = openStoreReader();

for (const path of [...READ, ...TYPED])
  test(`${path} has few scripts`, { tag: "@deep-pages" }, async ({ page, context }) => {
    const { artist, visitor, id: open } = await releaseInProgress();
    const { id } = await releaseInProgress(["Tide"], { artist, visitor });
    const timestamp = new Date().toISOString();
    await store.rows(
      "UPDATE submissions SET status = 'live', published_at = ? WHERE id = ? RETURNING id",
      ...[timestamp, id],
    );
    await store.rows(
      "UPDATE artists SET published_at = ? WHERE id = ? RETURNING id",
      timestamp,
      artist.id,
    );
    await openDraftInBrowser(context, visitor);
    const address = path.replace("ID", id).replace("OPEN", open).replace("ARTIST", artist.artistId);
    const weight = await scriptWeight(page, address);
    const savesItself = TYPED.includes(path) && path !== "/agreement";
    expect(weight).toBeLessThanOrEqual(savesItself ? FORM_BUDGET : SCRIPT_BUDGET);
    expect(weight > 0).toBe(TYPED.includes(path));
    await expect(page.getByRole("heading").first()).toBeVisible();
  });
