import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AppStores, openAppStores } from "../support/app-stores";
import { createDraftAt, findDraftRow, SONG_FIELD, songBytes, uploadRows } from "../support/drafts";
import { BOUNDARY, formBody, postForm } from "../support/form-post";
import { pageText } from "../support/page-parts";
import { dateInDays, musicAnswers, type Visitor } from "../support/visitor";

const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const fields = Object.entries({ ...musicAnswers(dateInDays(60)), intent: "next" }).map(
  ([name, body]) => ({
    name,
    body,
  }),
);
const whole = formBody([...fields, { name: SONG_FIELD, fileName: "x.wav", body: songBytes }]);

let inside: AppStores;
let visitor: Visitor;
let before: unknown;

beforeAll(async () => {
  inside = await openAppStores();
  visitor = await createDraftAt("review");
});
beforeEach(async () => {
  before = await everything();
});
afterAll(() => inside.close());

async function everything() {
  const { answers, completed } = await findDraftRow(inside, visitor);
  return { answers, completed: completed.toSorted(), files: await uploadRows(inside, visitor) };
}

async function post(path: string, body: BodyInit, type?: string) {
  const headers: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
  const reply = await visitor.send(path, { method: "POST", body, headers });
  return { status: reply.status, text: pageText(await reply.text()) };
}

const NOT_WHOLE = "Your form didn't reach us in full. Go back and send it again.";

test.each<[string, BodyInit, string]>([
  ["without a boundary in its type", whole, "multipart/form-data"],
  ["with a boundary that does not occur", whole, "multipart/form-data; boundary=other"],
  ["with an empty boundary", whole, "multipart/form-data; boundary="],
  ["cut off in the file", whole.subarray(0, whole.length - 2_000), MULTIPART],
  ["cut off in a field", whole.subarray(0, 150), MULTIPART],
  ["cut off in a header", whole.subarray(0, 50), MULTIPART],
  [
    "cut off before its last line",
    whole.subarray(0, whole.length - BOUNDARY.length - 6),
    MULTIPART,
  ],
  ["without a body", "", MULTIPART],
  ["of nothing but noise", "no form at all", MULTIPART],
  [
    "with a part that has no name",
    `--${BOUNDARY}\r\nX-Y: z\r\n\r\n1\r\n--${BOUNDARY}--`,
    MULTIPART,
  ],
  [
    "with a header that is none",
    `--${BOUNDARY}\r\nnonsense\r\n\r\n1\r\n--${BOUNDARY}--`,
    MULTIPART,
  ],
])("a form %s is refused with 400 and changes nothing", async (_, body, type) => {
  expect(await post("/submit/music", body, type)).toEqual({
    status: 400,
    text: expect.stringContaining(NOT_WHOLE),
  });
  expect(await everything()).toEqual(before);
});

test.each(["artist", "music", "about", "review"])(
  "JSON, plain text and nothing are no form for step %s: 415",
  async (step) => {
    for (const [body, type] of [
      ['{"artistName":"x"}', "application/json"],
      ["artistName=x", "text/plain"],
      [Buffer.from("artistName=x"), ""],
    ] as const) {
      const reply = await post(`/submit/${step}`, body, type);
      expect(reply.status).toBe(415);
      expect(reply.text).toContain("We couldn't read that form.");
    }
    expect(await everything()).toEqual(before);
  },
);

test.each(["artist", "music", "about", "review"])(
  "more text than a form can take is refused with 413 in step %s",
  async (step) => {
    const field = { name: "bio", body: "x".repeat(1_100_000) };
    const many = Array.from({ length: 9 }, (_, index) => ({
      name: `f${index}`,
      body: "y".repeat(150_000),
    }));
    for (const [body, type] of [
      [`bio=${field.body}`, "application/x-www-form-urlencoded"],
      [formBody([field]), MULTIPART],
      [formBody(many), MULTIPART],
    ] as const) {
      const reply = await post(`/submit/${step}`, body, type);
      expect(reply.status).toBe(413);
      expect(reply.text).toContain(
        "That's more text than this form can take. Go back and shorten it.",
      );
    }
    expect(await everything()).toEqual(before);
  },
);

test("a form that does not tell its size is held to the same limit", async () => {
  const body = new Blob([`bio=${"x".repeat(1_100_000)}`]).stream();
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const reply = await visitor.send("/submit/about", {
    method: "POST",
    body,
    headers,
    duplex: "half",
  } as RequestInit);
  expect(reply.status).toBe(413);
  await reply.arrayBuffer();
  expect(await everything()).toEqual(before);
});

test("a form of endless fields is refused, not read", async () => {
  const many = Array.from({ length: 25_000 }, (_, index) => ({ name: `f${index}`, body: "" }));
  const reply = await post("/submit/music", formBody(many), MULTIPART);
  expect([400, 413]).toContain(reply.status);
  expect(await everything()).toEqual(before);
});

test.each([
  ["text of three bytes each", "夜".repeat(85_000)],
  ["quotes", '"\\'.repeat(63_700)],
])("a bio far over its limit, of %s, is told as too long and kept cut", async (_, text) => {
  const reply = await postForm(visitor, "/submit/about", [
    { name: "bio", body: text },
    { name: "intent", body: "next" },
  ]);
  expect(reply.status).toBe(400);
  expect(pageText(reply.html)).toContain("Your bio must be 5000 characters or fewer");
  expect((await findDraftRow(inside, visitor)).answers.about?.bio).toHaveLength(4 * 5_000 + 1);
  await visitor.post("/submit/about", { bio: "Songs from the harbour.", influences: "Low" });
});

test.each([
  ["text of three bytes each", "夜".repeat(349_000)],
  ["control characters", "\u0001".repeat(1_040_000)],
  ["quotes", '"\\'.repeat(520_000)],
])(
  "text that grows over the limit when it is stored, of %s, is refused with 413",
  async (_, text) => {
    const reply = await postForm(visitor, "/submit/about", [{ name: "bio", body: text }]);
    expect(reply.status).toBe(413);
    expect(await everything()).toEqual(before);
  },
);
