import { expect, test } from "vitest";
import { FILES_FIELD } from "~/domain/submission/music/assign-files";
import { openAppStores } from "../support/app-stores";
import {
  COVER_FIELD,
  createDraftAt,
  draftFiles,
  expireDraft,
  findDraftRow,
} from "../support/drafts";
import { postForm } from "../support/form-post";
import { openForFile } from "../support/open-for-file";
import { pageText, unescapeHtml } from "../support/page-parts";
import { Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const asPerson = { headers: { Accept: "text/html" } };
const notes = { fileName: "notes.pdf", type: "application/pdf", body: "notes" };

interface Ended {
  status: number;
  html: string;
}

const read = async (response: Response | Promise<Response>): Promise<Ended> => {
  const { status } = await response;
  return { status, html: await (await response).text() };
};

async function createResumeLink(visitor: Visitor): Promise<string> {
  const page = await visitor.post("/submit/continue", { intent: "make-link" });
  const link = /\/submit\/continue\/[\w-]{43}/.exec(unescapeHtml(await page.text()));
  return link?.[0] ?? "";
}

async function expiredVisitor(step: "music" | "review"): Promise<Visitor> {
  const visitor = await createDraftAt(step);
  await expireDraft(inside, visitor);
  return visitor;
}

async function submitRelease(): Promise<Visitor> {
  const visitor = await createDraftAt("review");
  await visitor.post("/submit/review", { intent: "submit" });
  return visitor;
}

const deadEnds: [string, number, string, () => Promise<Ended>][] = [
  ["no such page", 404, "We can't find that page", () => read(new Visitor().send("/nowhere"))],
  [
    "a post to no page",
    404,
    "We can't find that page",
    () => read(new Visitor().post("/nowhere", {})),
  ],
  [
    "a post to a page that takes none",
    405,
    "We can't do that here",
    () => read(new Visitor().post("/?index", {})),
  ],
  [
    "a step without a draft",
    404,
    "We can't find your draft",
    () => read(new Visitor().send("/submit/music")),
  ],
  [
    "a step of a draft that is over",
    410,
    "We can't find your draft",
    async () => read((await expiredVisitor("music")).send("/submit/music")),
  ],
  [
    "a link that was cut off",
    404,
    "We can't find your draft",
    async () =>
      read(new Visitor().send((await createResumeLink(await createDraftAt("music"))).slice(0, -3))),
  ],
  [
    "a link to a draft that is over",
    410,
    "We can't find your draft",
    async () => {
      const visitor = await createDraftAt("music");
      const link = await createResumeLink(visitor);
      await expireDraft(inside, visitor);
      return read(new Visitor().send(link));
    },
  ],
  [
    "a link to what was submitted",
    410,
    "There's nothing left to continue",
    async () => {
      const visitor = await createDraftAt("review");
      const link = await createResumeLink(visitor);
      await visitor.post("/submit/review", { intent: "submit" });
      return read(new Visitor().send(link));
    },
  ],
  ["a link to paste", 200, "Open my link", () => read(new Visitor().send("/submit/open"))],
  [
    "a step after the submit",
    409,
    "Not just yet",
    async () => read((await submitRelease()).post("/submit/about", { bio: "x" })),
  ],
  [
    "success without a submission",
    200,
    "Nothing sent yet",
    () => read(new Visitor().send("/submit/success")),
  ],
  [
    "a mail's page whose link is wrong",
    404,
    "This link doesn't work",
    () => read(new Visitor().send("/mail/01X?expires=1&signature=a")),
  ],
  [
    "more text than a form takes",
    413,
    "That's too large",
    async () =>
      read((await createDraftAt("about")).post("/submit/about", { bio: "x".repeat(1_100_000) })),
  ],
  [
    "what is no form",
    415,
    "We couldn't read that",
    async () => read((await createDraftAt("about")).json("/submit/about", {})),
  ],
  [
    "a post from another site",
    403,
    "We can't take that",
    () => read(new Visitor().post("/submit/artist", {}, { Origin: "https://else.example" })),
  ],
  [
    "a file that is not there",
    404,
    "We can't find that file",
    () => read(new Visitor().send("/files/01X/song.wav", asPerson)),
  ],
  [
    "a link to a file that nobody has signed",
    403,
    "This link doesn't work",
    async () => {
      const visitor = await createDraftAt("review");
      const [file] = await draftFiles(inside, visitor);
      const forgedPath = `/files/${file?.id}/x.wav?key=none&issued=1&expires=9999999999&signature=0`;
      return read(new Visitor().send(forgedPath, asPerson));
    },
  ],
  [
    "artwork refused without script",
    415,
    "Required Information Missing",
    async () =>
      postForm(await createDraftAt("music"), "/submit/music", [
        { name: COVER_FIELD, ...notes },
        { name: "intent", body: "next" },
      ]),
  ],
  [
    "several files refused without script",
    415,
    "Please check your answers",
    async () =>
      postForm(await createDraftAt("music"), "/submit/music", [
        { name: FILES_FIELD, ...notes },
        { name: "intent", body: "add-files" },
      ]),
  ],
  [
    "a record that cannot be made",
    503,
    "Not submitted yet",
    async () => {
      const visitor = await createDraftAt("review");
      const { id: draftId } = await findDraftRow(inside, visitor);
      await visitor.json("/sandbox/site/fail", { only: `record ${draftId}` });
      return read(visitor.post("/submit/review", { intent: "submit" }));
    },
  ],
];

test.each(deadEnds)("%s (%i) says what it is and who helps", async (_, status, heading, open) => {
  const reply = await open();
  expect([reply.status, pageText(reply.html)]).toEqual([status, expect.stringContaining(heading)]);
  expect(reply.html).toContain('<a href="mailto:support@mahogany.example">');
});
