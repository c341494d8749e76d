import { clips as clipWindows, credits, writers } from "~/board/release-texts";
import type { ReleaseForm } from "~/submission/record/release-form";
import { releaseName } from "~/submission/record/release-name";
import { CSV_START, csvLine } from "./csv";
import type { PackagedFile } from "./package-files";

/** A submission as its package tells it. */
interface PackagedSubmission {
  id: string;
  reference: string;
  status: string;
  createdAt: string;
  replyDueAt: string;
  form: ReleaseForm;
}

const fileOf = (files: readonly PackagedFile[], uploadId: string | undefined, folder: string) =>
  files.find((file) => file.uploadId === uploadId && file.path.startsWith(folder))?.path ?? "";

/** What every line of `release.csv` says of the release. */
function releaseCells(
  { reference, status, createdAt, form }: PackagedSubmission,
  files: readonly PackagedFile[],
) {
  return {
    reference,
    status,
    submitted: createdAt,
    "upload type": form.uploadType,
    artist: form.artistName,
    "first name": form.firstName,
    surname: form.surname,
    email: form.email,
    phone: form.phone,
    city: form.city,
    country: form.country,
    instagram: form.instagramProfile,
    tiktok: form.tiktokProfile,
    spotify: form.spotifyProfile,
    release: releaseName(form),
    type: form.releaseType,
    "type by tracks": form.classifiedType ?? "",
    genre: form.primaryGenre,
    "sub-genre": form.subGenre,
    "release date": form.releaseDate,
    "early release": form.earlyReleaseRequest ? form.earlyReleaseReason || "yes" : "",
    waterfall: form.waterfallEnabled ? "yes" : "",
    artwork: fileOf(files, form.artworkUploadId, "Artwork/"),
    bio: form.bio,
    "for fans of": form.influences,
    "publishing administration": form.publishingAdministrationInterest ? "interested" : "",
    "PRO number": form.proNumber,
    "current distributor": form.distributor,
  };
}

const NO_TRACK = {
  line: "release",
  number: "" as string | number,
  title: "",
  "track release date": "",
  songwriters: "",
  credits: "",
  "social clips": "",
  file: "",
  "track artwork": "",
  link: "",
};

/** `release.csv`: a line for each track and for each release to be moved; one line where there is none. */
export function releaseCsv(submission: PackagedSubmission, files: readonly PackagedFile[]): string {
  const { tracks, catalogueItems } = submission.form;
  const lines = [
    ...tracks.map((track, index) => ({
      ...{ ...NO_TRACK, line: "track", number: index + 1, title: track.title },
      "track release date": track.releaseDate,
      songwriters: writers(track),
      credits: credits(track),
      "social clips": track.socialClipsEnabled ? clipWindows(track) : "",
      file: fileOf(files, track.uploadId, "Audio/"),
      "track artwork": fileOf(files, track.customArtworkUploadId, "Artwork/"),
    })),
    ...catalogueItems.map((item, index) => ({
      ...{ ...NO_TRACK, line: `transfer of ${item.type}`, number: index + 1, title: item.title },
      "track release date": item.releaseDate,
      credits: item.artist,
      link: item.spotifyUrl,
    })),
  ];
  const release = releaseCells(submission, files);
  const rows = lines.length > 0 ? lines : [NO_TRACK];
  return [
    CSV_START,
    csvLine([...Object.keys(release), ...Object.keys(NO_TRACK)]),
    ...rows.map((line) => csvLine([...Object.values(release), ...Object.values(line)])),
  ].join("");
}

/** `release.json`: everything that was recorded, and which file is which. */
export function releaseJson(
  submission: PackagedSubmission,
  files: readonly PackagedFile[],
): string {
  const { id, reference, status, createdAt, replyDueAt, form } = submission;
  const listed = files.map(({ path, uploadId, size }) => ({ path, uploadId, bytes: size }));
  const told = { id, reference, status, createdAt, replyDueAt, release: form, files: listed };
  return `${JSON.stringify(told, null, 2)}\n`;
}
