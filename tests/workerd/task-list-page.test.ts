import { expect, test } from "vitest";
import { openAppStores } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { pageText, unescapeHtml } from "../support/page-parts";
import { autosave, beginDirectUpload } from "../support/upload-calls";
import { artistAnswers, Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

async function taskList(visitor: Visitor) {
  const page = await visitor.send("/submit");
  const html = await page.text();
  return { status: page.status, headers: page.headers, html, text: pageText(html) };
}

const FIRST_STEP = '<link rel="canonical" href="/submit/artist"/>';

test("an empty draft gets its first step at once, which states its own address", async () => {
  const visitor = await createDraftAt("artist");
  for (const path of ["/submit", "/submit/", "/submit?from=home"]) {
    const page = await visitor.send(path);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain(FIRST_STEP);
    expect(html).toMatch(/<form method="post" action="\/submit\/artist/);
  }
});

test("a first visit is shown the first step without a redirect, for the draft its cookie names", async () => {
  const visitor = new Visitor();
  const html = await (await visitor.send("/submit")).text();
  expect(html).toContain(FIRST_STEP);
  const id = /name="draft" value="([^"]+)"/.exec(html)?.[1];
  const repeated = await (await visitor.send("/submit/artist")).text();
  expect(repeated).toContain(`name="draft" value="${id}"`);
  const post = await visitor.post("/submit/artist", {
    ...artistAnswers,
    draft: `${id}`,
    intent: "next",
  });
  expect([post.status, post.headers.get("Location")]).toEqual([302, "/submit/music"]);
});

const drafts: ["music" | "about" | "review", string, string, string[], string[]][] = [
  [
    "music",
    "Artist Information Completed Music Upload Not yet started Additional Information Not yet started Review & Submit Not yet started",
    "/submit/music",
    ["/submit/artist", "/submit/music"],
    ["/submit/about", "/submit/review"],
  ],
  [
    "about",
    "Artist Information Completed Music Upload Completed Additional Information Not yet started Review & Submit Not yet started",
    "/submit/about",
    ["/submit/artist", "/submit/music", "/submit/about"],
    ["/submit/review"],
  ],
  [
    "review",
    "Artist Information Completed Music Upload Completed Additional Information Completed Review & Submit In progress",
    "/submit/review",
    ["/submit/artist", "/submit/music", "/submit/about", "/submit/review"],
    [],
  ],
];

test.each(drafts)(
  "a draft at %s shows how far it is",
  async (step, words, next, open, closedPaths) => {
    const { status, html, text } = await taskList(await createDraftAt(step));
    expect(status).toBe(200);
    expect(text).toContain("Your submission");
    expect(text).toContain(words);
    for (const path of open) expect(html).toContain(`href="${path}"`);
    for (const path of closedPaths) expect(html).not.toContain(`href="${path}"`);
    expect(/<a[^>]*href="([^"]+)"[^>]*>(?:<span[^>]*>)*Continue</.exec(html)?.[1]).toBe(next);
  },
);

test("a step with only typed values is in progress", async () => {
  const visitor = await createDraftAt("artist");
  await autosave(visitor, "artist", { artistName: "Sig" });
  expect((await taskList(visitor)).text).toContain("Artist Information In progress");
});

test("files are told in words, stored or not, and how long all is kept", async () => {
  const filesText = (await taskList(await createDraftAt("about"))).text;
  expect(filesText).toMatch(/ferry\.wav, \d+KB: stored/);
  expect(filesText).toMatch(/cover\.jpg, .+: stored/);
  const until = new Date(Date.now() + 14 * 86_400_000);
  const day = until.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  expect(filesText).toContain(`kept until ${day}`);
  const visitor = await createDraftAt("music");
  await beginDirectUpload(visitor, 6_000_000);
  const { text } = await taskList(visitor);
  expect(text).toContain("Music Upload In progress");
  expect(text).toContain("ferry.wav: not fully sent.");
});

test("coming back keeps the draft open in this browser for another 14 days", async () => {
  const visitor = await createDraftAt("music");
  const { cookie } = visitor;
  const { headers } = await taskList(visitor);
  expect(headers.get("Set-Cookie")).toMatch(/Max-Age=1209600/);
  expect(visitor.cookie).toBe(cookie);
});

test("a new submission is asked for once, with a link to the old one on offer", async () => {
  const visitor = await createDraftAt("about");
  const { cookie } = visitor;
  const { id } = await findDraftRow(inside, visitor);
  const question = pageText(
    await (await visitor.post("/submit?index", { intent: "ask-new" })).text(),
  );
  expect(question).toContain("Start a new submission?");
  expect(question).toContain('"Night Ferry" is kept until');
  expect(visitor.cookie).toBe(cookie);
  const linkReply = await visitor.post("/submit?index", { intent: "make-link" });
  const link =
    /\/submit\/continue\/[\w-]{43}/.exec(unescapeHtml(await linkReply.text()))?.[0] ?? "";
  const startReply = await visitor.post("/submit?index", { intent: "start-new" });
  expect([startReply.status, startReply.headers.get("Location")]).toEqual([302, "/submit/artist"]);
  await autosave(visitor, "artist", {});
  expect((await findDraftRow(inside, visitor)).answers).toEqual({});
  await visitor.post(link, { intent: "continue" });
  const { text } = await taskList(visitor);
  expect(text).toContain(`"Night Ferry" by ${artistAnswers.artistName}`);
  const [row] = await inside.rows("SELECT id FROM drafts WHERE id = ?", id);
  expect(row).toBeTruthy();
});
