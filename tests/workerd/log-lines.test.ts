import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { submissionReference } from "~/platform/ids";
import { openAppStores, pollUntil } from "../support/app-stores";
import { appUnderTest, outputLines } from "../support/app-under-test";
import {
  createDraftAt,
  draftKey,
  findDraftRow,
  SONG,
  SONG_FIELD,
  songBytes,
} from "../support/drafts";
import { postForm } from "../support/form-post";
import { openForFile } from "../support/open-for-file";
import { artistAnswers, dateInDays, musicAnswers, Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

interface Line {
  ts: string;
  level: string;
  event: string;
  requestId?: string;
  [field: string]: unknown;
}

/** The log lines of site and jobs worker, starting at a line. */
function linesSince(start: number): Line[] {
  return outputLines()
    .slice(start)
    .flatMap((line) => {
      const json = /(\{"ts".*\})\s*$/.exec(line)?.[1];
      return json ? [JSON.parse(json) as Line] : [];
    });
}

test("a submission can be followed in the log by its ids, without personal data", async () => {
  // The last line is the empty one behind the last line break.
  const start = outputLines().length - 1;
  const secret = {
    artistName: "Zephyrine Quillon",
    email: "zephyrine.quillon@example.net",
    phone: "+353 21 555 0177",
  };
  const visitor = await createDraftAt("review", secret, new Visitor());
  const songName = "zephyrine-master;take 7.wav";
  await postForm(visitor, "/submit/music", [
    ...Object.entries(musicAnswers(dateInDays(60))).map(([name, body]) => ({ name, body })),
    { name: SONG_FIELD, fileName: songName, body: songBytes },
    { name: "intent", body: "next" },
  ]);
  await visitor.upload(new Uint8Array(100), { ...SONG, fileName: "zephyrine-broken.wav" });
  await visitor.post("/submit/about", { bio: "zephyrine".repeat(1_000), intent: "next" });
  await visitor.post("/submit/about", { bio: "Zephyrine sings.", intent: "next" });
  await visitor.send("/submit/music?email=zephyrine.quillon@example.net");
  await visitor.post("/submit/review", { intent: "submit" });
  const { id: draftId } = await findDraftRow(inside, visitor);
  const lines = await pollUntil(async () => {
    const all = linesSince(start);
    // Submissions of other tests may finish meanwhile.
    const own = all.find((line) => line.draftId === draftId && line.submissionId)?.submissionId;
    const isSettled = ({ event, submissionId }: (typeof all)[number]) =>
      event === "submission.settled" && submissionId === own;
    return own !== undefined && all.some(isSettled) ? all : undefined;
  });

  const events = new Set(lines.map(({ event }) => event));
  for (const event of [
    ...["request", "draft.opened", "step.saved", "upload.started", "upload.completed"],
    ...["upload.rejected", "submission.recorded", "job.started", "job.done"],
    ...["board.item-created", "mail.queued", "submission.settled"],
  ])
    expect(events).toContain(event);
  expect(lines.some((line) => line.draftId === draftId && line.submissionId)).toBe(true);
  for (const { ts, level, event } of lines) {
    expect(new Date(ts).toISOString()).toBe(ts);
    expect(["info", "warn", "error"]).toContain(level);
    expect(event).toMatch(/^[a-z]+(\.[a-z-]+)?$/);
  }
  for (const line of lines.filter(({ event }) => event === "request"))
    expect(line).toMatchObject({
      requestId: expect.any(String),
      route: expect.stringMatching(/^\//),
      status: expect.any(Number),
      ms: expect.any(Number),
    });

  const [upload] = await inside.rows("SELECT key FROM uploads WHERE draft_id = ?", draftId);
  const output = outputLines().slice(start).join("\n").toLowerCase();
  for (const private_ of [
    ...["zephyrine", "quillon", "555 0177", "ferry.wav", "take 7", "night ferry"],
    ...[artistAnswers.surname, draftKey(visitor), visitor.cookie, String(upload?.key)],
  ])
    expect(output).not.toContain(private_.toLowerCase());
});

function startLogs(...args: string[]) {
  const env = { ...process.env, STATE_DIR: appUnderTest().stateDir };
  return spawn("node_modules/.bin/tsx", ["workers/cli/logs.ts", ...args], { env });
}

/** Runs `npm run logs`. @returns its output and exit code. */
function logs(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = startLogs(...args);
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

test("npm run logs follows a submission through both workers, named by its id or by its reference", async () => {
  const visitor = await createDraftAt("review", {}, new Visitor());
  const { id: draftId } = await findDraftRow(inside, visitor);
  await visitor.post("/submit/review", { intent: "submit" });
  const [row] = await inside.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  const submissionId = String(row?.id);
  const waitForSettled = async () => {
    const about = linesSince(0).filter((line) => line.submissionId === submissionId);
    return about.some(({ event }) => event === "submission.settled") ? true : undefined;
  };
  await pollUntil(waitForSettled);

  const result = await logs(submissionReference(submissionId));
  expect(result).toMatchObject({ code: 0, err: "" });
  for (const part of [
    ...[/site +draft\.opened/, /site +step\.saved/, /site +upload\.completed/],
    ...[/site +submission\.recorded/, /jobs +job\.done.+ sync-board/, /jobs +submission\.settled/],
    /site +request +POST \/submit\/review: 302 · ms \d+/,
  ])
    expect(result.out).toMatch(part);

  const json = await logs(submissionId, "--json");
  const lines = json.out
    .trim()
    .split("\n")
    .map((line): Line => JSON.parse(line));
  expect(lines.length).toBeGreaterThan(15);
  for (const line of lines) {
    expect([draftId, undefined]).toContain(line.draftId);
    expect([submissionId, undefined]).toContain(line.submissionId);
  }
  expect(lines.map(({ ts }) => ts)).toEqual(lines.map(({ ts }) => ts).toSorted());
});

test("npm run logs without a submission shows the latest lines, and follows what comes", async () => {
  const child = startLogs();
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  const isShown = (text: string) => pollUntil(async () => output.includes(text) || undefined);
  try {
    await isShown("times in UTC");
    const visitor = await createDraftAt("artist", {}, new Visitor());
    const { id: draftId } = await findDraftRow(inside, visitor);
    await isShown(draftId);
    expect(output).toMatch(/site +draft\.opened/);
  } finally {
    child.kill();
  }
});

test.each([
  [["nonsense"], '"nonsense" is no submission: give its id'],
  [["01KATVC1DX7MN6G1RY7RQ8248Q"], "No submission 01KATVC1DX7MN6G1RY7RQ8248Q here"],
  [["1RY7R-Q8248", "1RY7R-Q8249"], "npm run logs -- SUBMISSION_ID shows those of one submission"],
  [["--lives", "1RY7R-Q8248"], "npm run logs -- SUBMISSION_ID shows those of one submission"],
])("npm run logs with %j prints a message and exits with 1", async (args, sentence) => {
  const { code, out, err } = await logs(...args);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err.trim().split("\n")).toHaveLength(1);
  expect(err).toContain(sentence);
});
