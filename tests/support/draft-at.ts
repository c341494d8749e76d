import { ARTWORK_SLOT, audioSlot } from "~/uploads/slots";
import { jpegBytes } from "../fixtures/jpeg";
import { wavBytes } from "../fixtures/wav";
import { BOUNDARY, formBody } from "./form-post";
import { pageText } from "./page-text";
import { artistAnswers, dateInDays, musicAnswers, Visitor } from "./visitor";

/** A small real song and a small real cover. */
export const songBytes = wavBytes({ seconds: 0.2, bits: 16 });
export const coverBytes = jpegBytes({ width: 64, height: 64 });

/** Both as the direct route names them; the only track has the id that a track is given. */
export const SONG = {
  slot: audioSlot("track-1"),
  fileType: "track",
  fileName: "ferry.wav",
} as const;
export const COVER = { slot: ARTWORK_SLOT, fileType: "artwork", fileName: "cover.jpg" } as const;

/** The names of their file fields in the form of the step. */
export const SONG_FIELD = "tracks[0].file";
export const COVER_FIELD = "artwork";

/** Names that a test can look for, when those everybody uses would not tell it apart. */
export interface Names {
  artistName?: string;
  email?: string;
}

async function passes(response: Response, status = 302): Promise<void> {
  if (response.status === status) return void (await response.arrayBuffer());
  throw new Error(`A step did not pass: ${response.status} ${pageText(await response.text())}`);
}

/** A new visitor whose draft has passed every step before `step`, song and cover stored. */
export async function createDraftAt(
  step: "artist" | "music" | "about" | "review",
  names: Names = {},
  visitor = new Visitor(),
): Promise<Visitor> {
  await visitor.openDraft();
  if (step === "artist") return visitor;
  await passes(
    await visitor.post("/submit/artist", { ...artistAnswers, ...names, intent: "next" }),
  );
  if (step === "music") return visitor;
  // As a page without script sends it: two files one after the other would be eight calls more.
  const answers = Object.entries({ ...musicAnswers(dateInDays(60)), intent: "next" });
  const files = [
    { name: SONG_FIELD, fileName: SONG.fileName, type: "audio/wav", body: songBytes },
    { name: COVER_FIELD, fileName: COVER.fileName, type: "image/jpeg", body: coverBytes },
  ];
  const body = formBody([...answers.map(([name, body]) => ({ name, body })), ...files]);
  const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
  await passes(await visitor.send("/submit/music", { method: "POST", headers, body }));
  if (step === "about") return visitor;
  const about = {
    bio: "Songs from the harbour.",
    influences: "Low",
    proNumber: "",
    intent: "next",
  };
  await passes(await visitor.post("/submit/about", about));
  return visitor;
}
