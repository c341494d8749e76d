import { wavBytes } from "../fixtures/wav";
import { type Answer, findUnclear, readAnswer } from "./chaos-answers";
import { PASSCODE } from "./chaos-app";
import { COVER, COVER_FIELD, coverBytes, SONG, SONG_FIELD } from "./drafts";
import { BOUNDARY, type FormPart, formBody } from "./form-post";
import { fieldValue, pageText } from "./page-parts";
import { artistAnswers, dateInDays, musicAnswers, Visitor } from "./visitor";

/** Somebody tries a step again this often at most. */
const MAX_TRIES = 60;
/** The steps of staff begin with it. */
const STAFF = "staff, ";

/** What happened to everybody so far. */
export interface Journal {
  /** Called before each request, with its number. */
  onRequest: (number: number) => void;
  /** Waits until somebody may answer again. */
  waitForAnswers: () => Promise<void>;
  requests: number;
  /** Answers by status, and lost connections as `none`. */
  statuses: Map<string, number>;
  /** Answers that nobody understands. */
  unclear: string[];
}

export const openJournal = (hooks: Pick<Journal, "onRequest" | "waitForAnswers">): Journal => ({
  ...hooks,
  requests: 0,
  statuses: new Map(),
  unclear: [],
});

function describe({ status, location, isHtml, body }: Answer): string {
  const text = isHtml ? pageText(body) : body;
  return `${status} ${location} ${text.slice(0, 600)}`;
}

/**
 * Repeats a step until it has worked, as its answer asks for, and judges each answer.
 * @throws when it never works.
 */
export async function insist(
  journal: Journal,
  step: string,
  attempt: () => Promise<Response>,
  isDone: (answer: Answer) => boolean,
): Promise<Answer> {
  let last = "nothing";
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    journal.requests += 1;
    journal.onRequest(journal.requests);
    const answer = await attempt()
      .then(readAnswer)
      .catch((error: unknown) => {
        last = String(error);
      });
    const status = answer ? String(answer.status) : "none";
    journal.statuses.set(status, (journal.statuses.get(status) ?? 0) + 1);
    if (!answer) {
      await journal.waitForAnswers();
      continue;
    }
    const problem = findUnclear(answer, step.startsWith(STAFF) ? "staff" : "artist");
    if (problem) journal.unclear.push(`${step}: ${problem}: ${describe(answer)}`);
    if (isDone(answer)) return answer;
    last = describe(answer);
  }
  throw new Error(`${step} has not worked in ${MAX_TRIES} tries; the last answer: ${last}`);
}

export interface ChaosArtist {
  name: string;
  email: string;
  /** Whether files go by the calls of the API and not in the forms. */
  byCalls: boolean;
}

/** The artists of a run. */
export const createArtists = (count: number): ChaosArtist[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Artist ${String.fromCharCode(65 + (index % 26))}${index}`,
    email: `artist-${index}@example.com`,
    byCalls: index % 2 === 1,
  }));

/** A short track of which clips can be cut. */
export const TRACK = wavBytes({ seconds: 4, bits: 16, sampleRate: 8_000, channels: 1 });
export const CLIPS = [
  ["00:00", "00:02"],
  ["00:01", "00:03"],
] as const;

const clipFields: Record<string, string> = Object.fromEntries([
  ["tracks[0].socialClipsEnabled", "on"],
  ...CLIPS.flatMap(([startTime, endTime], index) => [
    [`tracks[0].socialClips[${index}].id`, `clip-${index + 1}`],
    [`tracks[0].socialClips[${index}].startTime`, startTime],
    [`tracks[0].socialClips[${index}].endTime`, endTime],
  ]),
]);

const leadsTo = (path: string) => (answer: Answer) =>
  answer.status === 302 && answer.location.startsWith(path);

const sendForm = (visitor: Visitor, path: string, parts: FormPart[]) =>
  visitor.send(path, {
    method: "POST",
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: formBody(parts),
  });

/** Fills in all steps and submits. @returns the text of the success page. */
export async function submitRelease(
  journal: Journal,
  url: string,
  { name, email, byCalls }: ChaosArtist,
): Promise<string> {
  const visitor = new Visitor(url);
  const step = (title: string) => `${name}, ${title}`;
  const isPage = ({ status }: Answer) => status === 200;
  await insist(journal, step("first page"), () => visitor.send("/submit"), isPage);
  const fields = { ...artistAnswers, artistName: name, email, intent: "next" };
  await insist(
    journal,
    step("artist"),
    () => visitor.post("/submit/artist", fields),
    leadsTo("/submit/"),
  );
  const music = { ...musicAnswers(dateInDays(60)), ...clipFields, intent: "next" };
  if (byCalls) {
    await sendFile(journal, step("track"), visitor, TRACK, SONG);
    await sendFile(journal, step("cover"), visitor, coverBytes, COVER);
  }
  const files: FormPart[] = byCalls
    ? []
    : [
        { name: SONG_FIELD, fileName: SONG.fileName, type: "audio/wav", body: TRACK },
        { name: COVER_FIELD, fileName: COVER.fileName, type: "image/jpeg", body: coverBytes },
      ];
  const parts: FormPart[] = Object.entries(music).map(([name, body]) => ({ name, body }));
  await insist(
    journal,
    step("music"),
    () => sendForm(visitor, "/submit/music", [...parts, ...files]),
    leadsTo("/submit/about"),
  );
  await insist(
    journal,
    step("about"),
    () =>
      visitor.post("/submit/about", {
        bio: `Songs by ${name}.`,
        influences: "Low",
        intent: "next",
      }),
    leadsTo("/submit/review"),
  );
  if (byCalls)
    await insist(
      journal,
      step("record"),
      () => visitor.send("/api/submission/record", { method: "POST", body: new URLSearchParams() }),
      isPage,
    );
  else
    await insist(
      journal,
      step("submit"),
      () => visitor.post("/submit/review", { intent: "submit" }),
      leadsTo("/submit/success"),
    );
  const success = await insist(
    journal,
    step("success page"),
    () => visitor.send("/submit/success"),
    ({ status, body }) => status === 200 && body.includes("Submission Successful!"),
  );
  return pageText(success.body);
}

/** Sends a file of one part by the calls of the API. A refused file begins anew. */
async function sendFile(
  journal: Journal,
  step: string,
  visitor: Visitor,
  body: Uint8Array<ArrayBuffer>,
  as: typeof SONG | typeof COVER,
): Promise<void> {
  await insist(
    journal,
    step,
    () => visitor.upload(body, as),
    ({ status }) => status === 200,
  );
}

/** A member of staff, signed in. */
export async function signInStaff(journal: Journal, url: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  const fields = { name: "Rosa Vale", passcode: PASSCODE, to: "/staff" };
  await insist(
    journal,
    `${STAFF}sign-in`,
    () => visitor.post("/staff/sign-in", fields),
    leadsTo("/staff"),
  );
  return visitor;
}

export type Decision = "approved" | "rejected";
const LABELS = { approved: "Approved", rejected: "Rejected" };

/** Decides one submission as staff, by its page. */
export async function decide(
  journal: Journal,
  staff: Visitor,
  submissionId: string,
  decision: Decision,
): Promise<void> {
  const path = `/staff/submissions/${submissionId}`;
  const step = `${STAFF}${decision} ${submissionId}`;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const page = await insist(
      journal,
      step,
      () => staff.send(path),
      ({ status }) => status === 200,
    );
    const revision = fieldValue(page.body, "revision") ?? "";
    const reason = decision === "rejected" ? "Not for us this time." : "";
    const fields = { intent: "set", status: decision, reason, revision };
    const isAnswered = ({ status }: Answer) => status < 500;
    const reply = await insist(journal, step, () => staff.post(path, fields), isAnswered);
    // An answer was lost, and the page says that it is decided.
    const isDecided = pageText(reply.body).includes(`This is ${LABELS[decision]} already.`);
    if (isDecided || reply.location.includes("said=decided")) return;
  }
  throw new Error(`${step} was never accepted`);
}
