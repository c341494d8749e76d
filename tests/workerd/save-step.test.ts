import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveStep } from "~/domain/submission/draft/draft-store.server";
import { stepVersion } from "~/domain/submission/draft/step-version.server";
import { aboutAnswersSchema } from "~/domain/submission/steps/about-step";
import { type Database, openDatabase } from "~/platform/database.server";
import { findDraft } from "~/session/unlocked-draft.server";
import { type AppStores, openAppStores } from "../support/app-stores";
import { ANONYMOUS_SAVE } from "../support/complete-draft";
import { createDraftAt, draftKey, findDraftRow } from "../support/drafts";
import { fieldValue, unescapeHtml } from "../support/page-parts";
import { autosave } from "../support/upload-calls";
import { dateInDays, musicAnswers, Visitor } from "../support/visitor";

let inside: AppStores;
let db: Database;
beforeAll(async () => {
  inside = await openAppStores();
  db = openDatabase(inside.db);
});
afterAll(() => inside.close());

const about = (bio: string) => v.parse(aboutAnswersSchema, { bio });
const now = new Date();

async function createDraft(): Promise<{ visitor: Visitor; id: string }> {
  const visitor = await createDraftAt("about");
  return { visitor, id: (await findDraftRow(inside, visitor)).id };
}

function save(id: string, bio: string, base?: string) {
  return saveStep(db, id, {
    ...ANONYMOUS_SAVE,
    step: "about",
    answers: about(bio),
    completed: false,
    now,
    base,
  });
}

test("a save says which version it made, and the next one may build on it", async () => {
  const { visitor, id } = await createDraft();
  const first = await save(id, "one", "new");
  expect(first).toEqual({ ok: true, version: await stepVersion(about("one")) });
  const draft = await findDraft(db, draftKey(visitor), now);
  expect(await stepVersion(draft?.answers.about)).toBe(first.ok && first.version);
  expect(await save(id, "two", await stepVersion(about("one")))).toMatchObject({ ok: true });
  expect((await findDraftRow(inside, visitor)).answers.about?.bio).toBe("two");
});

test.each(["new", "0123456789abcdef"])(
  "a page that showed %s does not overwrite what was saved since",
  async (base) => {
    const { visitor, id } = await createDraft();
    await save(id, "theirs");
    const before = await findDraftRow(inside, visitor);
    expect(await save(id, "mine", base)).toEqual({
      ok: false,
      version: base,
      conflict: { version: await stepVersion(about("theirs")), savedAt: now.toISOString() },
    });
    expect(await findDraftRow(inside, visitor)).toEqual(before);
  },
);

test("the same answers sent twice are no conflict: the first reply may have been lost", async () => {
  const { id } = await createDraft();
  await save(id, "mine", "new");
  expect(await save(id, "mine", "new")).toMatchObject({ ok: true });
});

test("of ten pages that save at once over the same version, one wins and nine are told", async () => {
  const { visitor, id } = await createDraft();
  const texts = Array.from({ length: 10 }, (_, page) => `page ${page}`);
  const results = await Promise.all(texts.map((text) => save(id, text, "new")));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const winner = texts[results.findIndex(({ ok }) => ok)];
  expect((await findDraftRow(inside, visitor)).answers.about?.bio).toBe(winner);
});

test("a draft read before another step was saved does not undo that step", async () => {
  const { visitor, id } = await createDraft();
  const draft = await findDraft(db, draftKey(visitor), now);
  const artist = draft?.answers.artist;
  if (!artist) throw new Error("The draft has no artist");
  const other = { ...artist, city: "Galway" };
  await saveStep(db, id, {
    ...ANONYMOUS_SAVE,
    step: "artist",
    answers: other,
    completed: true,
    now,
  });
  const result = await saveStep(db, id, {
    ...ANONYMOUS_SAVE,
    step: "about",
    answers: about("mine"),
    completed: true,
    now,
    base: "new",
    knownDraft: draft,
  });
  expect(result.ok).toBe(true);
  const { answers, completed } = await findDraftRow(inside, visitor);
  expect([answers.artist?.city, answers.about?.bio]).toEqual(["Galway", "mine"]);
  expect(completed.toSorted()).toEqual(["about", "artist", "music"]);
});

test("who keeps their version without script keeps what closed panels hold", async () => {
  const visitor = await createDraftAt("about");
  const tracks = (title: string) => ({
    uploadType: "new-music",
    releaseType: "ep",
    releaseTitle: title,
    "tracks[0].id": "track-1",
    "tracks[0].title": "One",
    "tracks[1].id": "track-2",
    "tracks[1].title": "Two",
  });
  const ada = {
    "tracks[0].metadata.listed": "1",
    "tracks[0].metadata.songwriters[0].firstName": "Ada",
    "tracks[0].metadata.songwriters[0].lastName": "Low",
    "tracks[0].metadata.songwriters[0].percentage": "100",
  };
  await visitor.post("/submit/music", { ...tracks("Ferry"), ...ada, intent: "update" });
  const version = fieldValue(await (await visitor.send("/submit/music")).text(), "version") ?? "";
  await visitor.post("/submit/music", { ...tracks("Theirs"), intent: "update" });
  // The panels of the page are closed, so the press brings none of the lists.
  const person = { list: "songwriters", firstName: "Ada", lastName: "Low" };
  const copy = await visitor.post("/submit/music", {
    ...tracks("Mine"),
    version,
    intent: `credit:track-2:${JSON.stringify(person)}`,
  });
  const html = await copy.text();
  expect(copy.status).toBe(409);
  const page = parseForm(html);
  expect(page["tracks[1].metadata.songwriters[0].firstName"]).toBe("Ada");
  await visitor.post("/submit/music", { ...page, intent: "keep-mine" });
  const { answers } = await findDraftRow(inside, visitor);
  expect(answers.music).toMatchObject({
    releaseTitle: "Mine",
    tracks: [
      { metadata: { songwriters: [{ firstName: "Ada" }] } },
      { metadata: { songwriters: [{ firstName: "Ada" }] } },
    ],
  });
});

test("solo work has nobody else on it, whichever way a post that says both comes in", async () => {
  const visitor = await createDraftAt("review");
  const nobody = { soloWork: true, featuredArtists: [], nonFeaturedArtists: [], songwriters: [] };
  const both = {
    ...musicAnswers(dateInDays(70)),
    "tracks[0].metadata.soloWork": "on",
    "tracks[0].metadata.listed": "1",
    "tracks[0].metadata.songwriters[0].firstName": "Mal",
    "tracks[0].metadata.songwriters[0].lastName": "Low",
    "tracks[0].metadata.songwriters[0].percentage": "100",
    "tracks[0].metadata.featuredArtists[0].firstName": "Mal",
    "tracks[0].metadata.producers[0]": "Max",
  };
  const isNobody = async () => {
    const { answers } = await findDraftRow(inside, visitor);
    const [track] = (answers.music as { tracks: { metadata: object }[] }).tracks;
    expect(track?.metadata).toEqual({ ...nobody, producers: ["Max"] });
  };
  expect((await autosave(visitor, "music", both)).status).toBe(200);
  await isNobody();
  for (const intent of ["back", "update", "next"]) {
    await visitor.post("/submit/music", { ...both, intent });
    await isNobody();
  }
  await visitor.post("/submit/review", { intent: "submit" });
  const { id } = await findDraftRow(inside, visitor);
  const [row] = await inside.rows("SELECT form_data FROM submissions WHERE draft_id = ?", id);
  const { tracks } = JSON.parse(String(row?.form_data));
  expect(tracks[0].metadata).toEqual({ ...nobody, producers: ["Max"] });
});

/** The texts that the form of a page would post. */
function parseForm(html: string): Record<string, string> {
  const names = Array.from(html.matchAll(/<(?:input|textarea|select)\b[^>]* name="([^"]*)"/g));
  return Object.fromEntries(
    names
      .filter(([tag]) => !/ type="(?:checkbox|radio|file)"/.test(tag))
      .map(([, name = ""]) => [unescapeHtml(name), fieldValue(html, unescapeHtml(name)) ?? ""]),
  );
}

test("country and city are offered from the visitor's network, and never in place of what was typed", async () => {
  const headers = { "CF-IPCountry": "IE", "CF-IPCity": "Cork" };
  const visitor = new Visitor();
  await visitor.openDraft();
  const artistPage = async () => (await visitor.send("/submit/artist", { headers })).text();
  const selected = (html: string) => /<option value="([^"]+)" selected/.exec(html)?.[1];
  const offered = await artistPage();
  expect([selected(offered), fieldValue(offered, "city")]).toEqual(["Ireland", "Cork"]);
  expect(offered).toContain("As your network says.");
  expect(selected(await (await visitor.send("/submit/artist")).text())).toBeUndefined();
  await visitor.post("/submit/artist", { country: "Germany", city: "" }, headers);
  const typed = await artistPage();
  expect([selected(typed), fieldValue(typed, "city")]).toEqual(["Germany", ""]);
  expect(typed).not.toContain("As your network says.");
});
