import * as v from "valibot";
import { wavBytes } from "../fixtures/wav";
import type { Answer } from "./chaos-answers";
import { ask, insist, type Journal, MAX_TRIES } from "./chaos-journal";
import { COVER, COVER_FIELD, coverBytes, SONG, SONG_FIELD } from "./drafts";
import { BOUNDARY, type FormPart, formBody } from "./form-post";
import { pageText } from "./page-parts";
import { artistAnswers, dateInDays, musicAnswers, Visitor } from "./visitor";

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

/** Whether an answer leads to a path. */
export const leadsTo = (path: string) => (answer: Answer) =>
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
  if (byCalls) {
    // Nothing depends on them, but their answers are judged.
    const words = new URLSearchParams({ q: name });
    await ask(journal, step("search"), () => visitor.send(`/api/spotify/search/artists?${words}`));
    const typed = new URLSearchParams({ bio: "Songs" });
    const autosave = { method: "PUT", body: typed };
    await ask(journal, step("autosave"), () => visitor.send("/api/drafts/current/about", autosave));
  }
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

const planSchema = v.object({ uploadId: v.string() });
const linksSchema = v.object({ urls: v.tuple([v.object({ url: v.string() })]) });

/** Sends a file of one part by the calls of the API; where it cannot be finished, from the start. */
async function sendFile(
  journal: Journal,
  step: string,
  visitor: Visitor,
  body: Uint8Array<ArrayBuffer>,
  as: typeof SONG | typeof COVER,
): Promise<void> {
  const isFine = ({ status }: Answer) => status === 200;
  const call = (path: string, fields: object, isDone = isFine) =>
    insist(journal, step, () => visitor.json(`/api/cloud-storage/${path}`, fields), isDone);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const begun = await call("upload-url", { ...as, fileSize: body.length });
    const { uploadId } = v.parse(planSchema, JSON.parse(begun.body));
    const signed = await call(`uploads/${uploadId}/part-urls`, { numbers: [1] });
    const [{ url }] = v.parse(linksSchema, JSON.parse(signed.body)).urls;
    await insist(journal, step, () => visitor.send(url, { method: "PUT", body }), isFine);
    const hasAnswered = ({ status }: Answer) => status < 500;
    const finished = await call("process-upload", { uploadId }, hasAnswered);
    if (finished.status === 200) return;
  }
  throw new Error(`${step} was never stored`);
}
