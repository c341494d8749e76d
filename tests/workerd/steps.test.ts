import { expect, test } from "vitest";
import { openAppStores } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldValue, pageText } from "../support/page-parts";
import { artistAnswers, dateInDays, musicAnswers } from "../support/visitor";

const inside = await openForFile(openAppStores);

const early: ["artist" | "music" | "about", string][] = [
  ["artist", "music"],
  ["artist", "about"],
  ["artist", "review"],
  ["music", "about"],
  ["music", "review"],
  ["about", "review"],
];

test.each(early)("with step %s open, %s leads there; posting it is refused", async (open, step) => {
  const visitor = await createDraftAt(open);
  const page = await visitor.send(`/submit/${step}`);
  expect([page.status, page.headers.get("Location")]).toEqual([
    302,
    `/submit/${open}?early=${step}`,
  ]);
  const text = pageText(await (await visitor.send(`/submit/${open}?early=${step}`)).text());
  expect(text).toContain("opens once this step is done.");
  const post = await visitor.post(`/submit/${step}`, {
    ...musicAnswers(dateInDays(60)),
    intent: "next",
  });
  expect(post.status).toBe(409);
  const refusalText = pageText(await post.text());
  expect(refusalText).toContain(
    "This step opens once you've done the one before it. Nothing you saved is lost.",
  );
  // It is still a page of the site, with its name and the contact.
  expect(refusalText).toContain("© 2025 Mahogany");
  expect(refusalText).toContain("Stuck? Write to support@mahogany.example");
  expect((await findDraftRow(inside, visitor)).completed).not.toContain(step);
});

test("an open step may be gone back to, and every saved answer is shown again", async () => {
  const visitor = await createDraftAt("review");
  const show = async (step: string) => (await visitor.send(`/submit/${step}`)).text();
  const page = await show("artist");
  for (const [name, value] of Object.entries(artistAnswers))
    expect(fieldValue(page, name)).toBe(value);
  const songs = await show("music");
  const {
    "tracks[0].metadata.soloWork": _,
    uploadType,
    releaseType,
    ...typed
  } = musicAnswers(dateInDays(60));
  for (const [name, value] of Object.entries(typed)) expect(fieldValue(songs, name)).toBe(value);
  expect(pageText(songs)).toContain("ferry.wav Uploaded and ready");
  expect(fieldValue(await show("about"), "bio")).toBe("Songs from the harbour.");
  const review = pageText(await show("review"));
  for (const text of [
    artistAnswers.artistName,
    artistAnswers.email,
    "Night Ferry",
    "Folk",
    "Ready to Submit",
  ])
    expect(review).toContain(text);
});
