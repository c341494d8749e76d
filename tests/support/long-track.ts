import { SONG_FIELD } from "./drafts";
import { postForm } from "./form-post";
import { wavStream } from "./test-files";
import { dateInDays, musicAnswers, type Visitor } from "./visitor";

/** Posts the step's form with a generated track, as a browser without script does. */
export function postLongTrack(
  visitor: Visitor,
  size: number,
  fileName = "long.wav",
  type?: string,
) {
  return postForm(visitor, "/submit/music", [
    { name: SONG_FIELD, fileName, type, body: wavStream(size), size },
    ...Object.entries(musicAnswers(dateInDays(60))).map(([name, body]) => ({ name, body })),
    { name: "intent", body: "next" },
  ]);
}
