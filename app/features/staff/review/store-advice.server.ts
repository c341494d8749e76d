import { readReleaseDetails } from "~/domain/artists/release/details-store.server";
import { trackIdAt } from "~/domain/artists/release-tracks";
import { releaseAdvice } from "~/domain/submission/music/release-advice";
import type { Submission } from "~/domain/submission/record/submission-store.server";
import { type Probe, pictureOf } from "~/domain/uploads/probe";
import type { Database } from "~/platform/database.server";

interface SubmittedFile {
  uploadId: string;
  kind: string;
  probe: Probe | null;
}

/** What stores may reject in a submitted release, with the answers of its release details. */
export async function storeAdvice(
  db: Database,
  { id, form }: Pick<Submission, "id" | "form">,
  files: readonly SubmittedFile[],
) {
  if (form.uploadType === "transfer") return [];
  const details = (await readReleaseDetails(db, id))?.answers.details;
  const pictureIn = (file: SubmittedFile | undefined) => pictureOf(file?.probe);
  const advice = releaseAdvice({
    artistName: form.artistName,
    releaseTitle: form.releaseTitle,
    tracks: form.tracks.map(({ title, customArtworkUploadId }, index) => {
      const trackId = trackIdAt(index);
      const answers = details?.tracks.find((track) => track.id === trackId);
      const artwork = pictureIn(files.find(({ uploadId }) => uploadId === customArtworkUploadId));
      return { id: trackId, title, explicit: answers?.explicit, artwork };
    }),
    artwork: pictureIn(files.find(({ kind }) => kind === "artwork")),
  });
  return advice.map(({ rule, subject, text, why }) => ({ rule, subject, text, why }));
}
