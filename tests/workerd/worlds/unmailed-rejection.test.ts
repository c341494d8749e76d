import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { artists } from "~/domain/artists/artist-tables.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { NOT_MAILED, statusText } from "~/domain/submission/record/status-text";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { showOwnSubmission } from "~/features/portal/submission/own-submission-page.server";
import { openForFile } from "../../support/open-for-file";
import { createStatusFixture, statusPaths } from "../../support/status-paths";

/* What the page of a rejected submission says of the email about it. */

const fixture = await openForFile(createStatusFixture);
beforeEach(async () => {
  await fixture.reset();
  await fixture.db.delete(uploads);
});

const SPECIFIED = statusText("rejected").text;

const setMailChoice = (id: string, statuses: boolean) =>
  fixture.db
    .update(artists)
    .set({ mailChoices: JSON.stringify({ statuses }) })
    .where(eq(artists.id, id));

/** The page of a submission as its artist has it. */
function pageOf(artistId: string, id: string) {
  const scope = { ...fixture.portal.scope, artistDay: (now: Date) => now };
  const context = { ...fixture.portal, scope, drive: { state: "off" } } as typeof fixture.portal;
  return showOwnSubmission(
    context,
    { id: artistId, artistId: "A-1", name: "Ada", sessionId: "s", kind: "browser" },
    id,
  );
}

test.each(statusPaths)(
  "who chose no emails about statuses is sent to none, then and later (%s)",
  async (path) => {
    const artistId = await fixture.account("ada@example.com");
    await setMailChoice(artistId, false);
    const id = await fixture.submitted({ email: "ada@example.com", artistId });
    await fixture.sets(path, id, "rejected", "Too quiet.");
    const pageTexts = async () => {
      const { banner, reason } = await pageOf(artistId, id);
      return [banner.title, banner.text, reason];
    };
    const expectedTexts = ["Your submission was not approved", NOT_MAILED, "Too quiet."];
    expect(await pageTexts()).toEqual(expectedTexts);
    await setMailChoice(artistId, true);
    expect(await pageTexts()).toEqual(expectedTexts);
  },
);

test.each(statusPaths)(
  "where an email was written the specified text stays, whatever is chosen later (%s)",
  async (path) => {
    const artistId = await fixture.account("ada@example.com");
    const id = await fixture.submitted({ email: "ada@example.com", artistId });
    await fixture.sets(path, id, "rejected", "Too quiet.");
    expect((await pageOf(artistId, id)).banner.text).toBe(SPECIFIED);
    await setMailChoice(artistId, false);
    expect((await pageOf(artistId, id)).banner.text).toBe(SPECIFIED);
  },
);

test.each([
  ["stopped", NOT_MAILED],
  ["failed", NOT_MAILED],
  ["held", SPECIFIED],
  ["sent", SPECIFIED],
])("an email that is %s is told of as what it is", async (state, text) => {
  const artistId = await fixture.account("ada@example.com");
  const id = await fixture.submitted({ email: "ada@example.com", artistId });
  await fixture.sets("staff, one by one", id, "rejected", "Too quiet.");
  await fixture.db.update(mailOutbox).set({ state });
  expect((await pageOf(artistId, id)).banner.text).toBe(text);
});
