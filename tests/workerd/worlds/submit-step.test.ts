import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { api } from "~/api/router";
import { type StepRules, stepRules } from "~/domain/submission/steps/step-rules.server";
import type { AnswerStep } from "~/domain/submission/steps/steps";
import { drafts } from "~/domain/submission/submission-tables.server";
import { adoptEarlierUploads } from "~/domain/uploads/receiving/slot-store.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import type { AppContext } from "~/load-context.server";
import { addDays } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { randomIds } from "~/platform/ids";
import { action as postAbout } from "~/routes/submit.about";
import { action as postArtist } from "~/routes/submit.artist/route";
import { action as postMusic } from "~/routes/submit.music/route";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { findDraft } from "~/session/unlocked-draft.server";
import { mp3Bytes } from "../../fixtures/mp3";
import { wavBytes } from "../../fixtures/wav";
import { SONG, SONG_FIELD, sha256, songBytes } from "../../support/drafts";
import { BOUNDARY, formBody } from "../../support/form-post";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture, createRequest } from "../../support/race-fixture";
import { SECRET } from "../../support/upload-fixture";
import { artistAnswers, dateInDays, musicAnswers } from "../../support/visitor";

/*
 * Every way in which the form of a step comes, for every step: only Next with answers that pass
 * makes a step completed; everything else leaves it so while the answers pass.
 */

const fixture = await openForFile(createRaceFixture);

type Fields = Record<string, string>;
const valid: Record<AnswerStep, Fields> = {
  artist: artistAnswers,
  music: { ...musicAnswers(dateInDays(60)), "tracks[0].id": "track-1" },
  about: { bio: "Songs.", influences: "Low", proNumber: "" },
};
const invalid: Record<AnswerStep, Fields> = {
  artist: { ...valid.artist, email: "no" },
  music: { ...valid.music, primaryGenre: "", subGenre: "" },
  about: { ...valid.about, proNumber: "9".repeat(61) },
};
const steps: AnswerStep[] = ["artist", "music", "about"];
const actions = { artist: postArtist, music: postMusic, about: postAbout };
const before = { artist: "/", music: "/submit/artist", about: "/submit/music" };
const after = { artist: "/submit/music", music: "/submit/about", about: "/submit/review" };

const encodeAnswers = <S extends AnswerStep>(step: S, fields: Fields) => {
  const rules: StepRules<S> = stepRules[step];
  const start = rules.start(undefined, new Date());
  return rules.answers(rules.read(Object.entries(fields), start, new Date()));
};

/** A draft with a song whose other steps are completed; this one as given, with no answers if not. */
async function draftWith(step: AnswerStep, completed: boolean) {
  const now = new Date();
  const timestamp = now.toISOString();
  const id = randomIds.next(now);
  const key = id.padEnd(43, "k");
  const others = steps.filter((other) => other !== step);
  const savedSteps = completed ? steps : others;
  const answers = Object.fromEntries(
    savedSteps.map((savedStep) => [savedStep, encodeAnswers(savedStep, valid[savedStep])]),
  );
  const { db } = fixture.deps;
  const file = randomIds.next(now);
  fixture.objects.set(file, songBytes);
  await db.batch([
    db.insert(drafts).values({
      id,
      keyHash: await sha256Hex(key),
      createdAt: timestamp,
      updatedAt: timestamp,
      answers: JSON.stringify(answers),
      completedSteps: JSON.stringify(savedSteps),
      expiresAt: addDays(now, 14).toISOString(),
    }),
    db.insert(uploads).values({
      id: file,
      draftId: id,
      key: file,
      kind: "track",
      slot: SONG.slot,
      fileName: "f.wav",
      size: songBytes.length,
      contentType: "",
      sha256: sha256(songBytes),
      multipartId: "joined",
      partSize: PART_BYTES,
      state: "complete",
      createdAt: timestamp,
      updatedAt: timestamp,
    }),
  ]);
  await adoptEarlierUploads(db, "");
  const name = { key, draftId: id, state: "open" } as const;
  const header = await draftCookieHeader(createRequest("/", { cookie: "" }), name, SECRET);
  const draft = async () => {
    const currentDraft = await findDraft(db, key, new Date());
    if (!currentDraft) throw new Error("The draft is gone");
    return currentDraft;
  };
  return { id, cookie: header.split(";")[0] ?? "", draft };
}
type PreparedDraft = Awaited<ReturnType<typeof draftWith>>;

interface Answer {
  status: number;
  location?: string | null;
  errors: Record<string, string>;
}

/** What a page's action answers, a document or not. */
async function page(
  step: AnswerStep,
  { cookie }: PreparedDraft,
  init: RequestInit,
): Promise<Answer> {
  const request = createRequest(`/submit/${step}`, { cookie, method: "POST", ...init });
  const context = fixture.portalFor(request, (operation) => operation());
  const reply: unknown = await actions[step]({
    request,
    context: context as AppContext,
    params: {},
  });
  if (reply instanceof Response)
    return { status: reply.status, location: reply.headers.get("Location"), errors: {} };
  const pageReply = reply as {
    data: { errors: Record<string, string> };
    init?: { status?: number };
  };
  return { status: pageReply.init?.status ?? 200, errors: pageReply.data.errors };
}

async function autosave(
  step: AnswerStep,
  { cookie }: PreparedDraft,
  fields: Fields,
): Promise<Answer> {
  const init = { cookie, method: "PUT", body: new URLSearchParams(fields) };
  const request = createRequest(`/api/drafts/current/${step}`, init);
  const reply = await api.fetch(
    request,
    fixture.portalFor(request, (operation) => operation()),
  );
  return { status: reply.status, errors: {} };
}

const send = (intent: string, step: AnswerStep, draft: PreparedDraft, fields: Fields) =>
  intent.startsWith("autosave")
    ? autosave(step, draft, intent === "autosave" ? fields : { ...fields, intent: "next" })
    : page(step, draft, { body: new URLSearchParams({ ...fields, intent: intent }) });

const intents = ["next", "back", "another-button", "keep-file", "autosave", "autosave with next"];
const table = steps.flatMap((step) =>
  intents.flatMap((intent) =>
    [true, false].flatMap((passes) =>
      [true, false].map((completed) => ({ step, way: intent, passes, completed })),
    ),
  ),
);

test.each(table)(
  "$step sent by $way, answers pass: $passes, completed before: $completed",
  async ({ step, way: intent, passes, completed }) => {
    const whole = await draftWith(step, completed);
    const fields = (passes ? valid : invalid)[step];
    const answer = await send(intent, step, whole, fields);
    const draft = await whole.draft();
    expect(draft.answers[step]).toMatchObject(
      JSON.parse(JSON.stringify(encodeAnswers(step, fields))),
    );
    expect(draft.completed.includes(step)).toBe(passes && (completed || intent === "next"));
    for (const other of steps) if (other !== step) expect(draft.completed).toContain(other);
    const expectedPath =
      intent === "back" ? before[step] : intent === "next" && passes ? after[step] : undefined;
    expect(answer.location).toBe(expectedPath);
    expect(answer.status).toBe(expectedPath ? 302 : intent === "next" ? 400 : 200);
    expect(Object.keys(answer.errors).length > 0).toBe(intent === "next" && !passes);
  },
);

test.each(steps)("a form of %s without answers wipes nothing, however it is sent", async (step) => {
  const whole = await draftWith(step, true);
  const { answers, completed } = await whole.draft();
  for (const intent of intents)
    for (const fields of [{}, { another: "x" }] as Fields[]) {
      const answer = await send(intent, step, whole, fields);
      expect(answer.status).toBe(intent === "next" || intent === "back" ? 302 : 200);
      const now = await whole.draft();
      expect(now.answers).toEqual(answers);
      expect(now.completed.toSorted()).toEqual(completed.toSorted());
    }
});

test.each(steps)("a form of %s of another draft changes nothing, not even files", async (step) => {
  const whole = await draftWith(step, true);
  const draftBefore = await whole.draft();
  const fields = { ...invalid[step], draft: "01OTHER" };
  for (const intent of [...intents, `remove-file:${SONG.slot}`]) {
    const status = await send(intent, step, whole, fields).catch((refusal: Response) => refusal);
    expect(status.status).toBe(409);
  }
  expect(await whole.draft()).toEqual(draftBefore);
  const { db } = fixture.deps;
  expect(await db.$count(uploads, eq(uploads.draftId, whole.id))).toBe(1);
});

/** The music step's form with a file, as a page without script posts it. */
function postWithFile(draft: PreparedDraft, fields: Fields, file: Uint8Array) {
  const text = Object.entries(fields).map(([name, body]) => ({ name, body }));
  return page("music", draft, {
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: formBody([...text, { name: SONG_FIELD, fileName: "song.wav", body: file }]),
  });
}

test("a file in a form of another draft does not take the place of this one's", async () => {
  const whole = await draftWith("music", true);
  const other = await draftWith("music", true);
  const fields = { draft: other.id, ...valid.music, intent: "next" };
  const status = await postWithFile(whole, fields, wavBytes({ seconds: 1 })).catch(
    (refusal: Response) => refusal,
  );
  expect(status.status).toBe(409);
  const { db } = fixture.deps;
  for (const { id } of [whole, other]) {
    const [file, ...rest] = await db.select().from(uploads).where(eq(uploads.draftId, id));
    expect([file?.sha256, file?.state, rest]).toEqual([sha256(songBytes), "complete", []]);
  }
});

test.each([true, false])(
  "a refused file beside answers that pass: completed before %s stays so, Next tells of it, Back leads back",
  async (completed) => {
    for (const intent of ["next", "back", "keep-file"]) {
      const whole = await draftWith("music", completed);
      const fields = { ...valid.music, releaseTitle: "Slack Water", intent };
      const answer = await postWithFile(whole, fields, mp3Bytes({ frames: 40 }));
      if (intent === "back")
        expect(answer).toMatchObject({ status: 302, location: "/submit/artist?refused=music" });
      else
        expect(answer).toMatchObject({
          status: 415,
          errors: { [SONG_FIELD]: { text: expect.any(String), reason: "wrong" } },
        });
      const draft = await whole.draft();
      expect(draft.answers.music?.releaseTitle).toBe("Slack Water");
      expect(draft.completed.includes("music")).toBe(completed);
    }
  },
);

test("a file that is removed takes the completion with it", async () => {
  const whole = await draftWith("music", true);
  const answer = await send(`remove-file:${SONG.slot}`, "music", whole, {});
  expect(answer.status).toBe(200);
  expect((await whole.draft()).completed).not.toContain("music");
});

const places = steps.flatMap((step) => [1, 2, 3, 4].map((place) => [step, place] as const));

test.each(places)(
  "Next of %s completes it beside a save that has come to operation %i",
  async (step, place) => {
    const whole = await draftWith(step, false);
    let operations = 0;
    const { cookie } = whole;
    const init = { cookie, method: "PUT", body: new URLSearchParams(valid[step]) };
    const request = createRequest(`/api/drafts/current/${step}`, init);
    const late = fixture.portalFor(request, async (operation) => {
      const result = await operation();
      operations += 1;
      if (operations === place) await send("next", step, whole, valid[step]);
      return result;
    });
    expect((await api.fetch(request, late)).status).toBe(200);
    expect((await whole.draft()).completed.includes(step)).toBe(operations >= place);
  },
);
