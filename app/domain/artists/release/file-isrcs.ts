import type { ReleaseForm } from "~/domain/submission/record/release-form";
import type { Probe } from "~/domain/uploads/probe";
import { formatIsrc, readIsrc } from "~/platform/formats/isrc";
import { trackIdAt } from "../release-tracks";
import type { Details } from "./details";

/** The verb of the button that takes the ISRC of a file. */
const USE_ISRC = "use-isrc";

interface StoredUpload {
  id: string;
  probe: Probe | null;
}

/** An ISRC that a track's file says, with the intent of its button. */
interface FileIsrc {
  code: string;
  intent: string;
}

/**
 * What the tracks' files say that their details do not: by track, undefined where the file says
 * nothing or the same, or the artist has asked for a code.
 */
export function isrcOffers(
  details: Details,
  { tracks }: Pick<ReleaseForm, "tracks">,
  uploads: readonly StoredUpload[],
): (FileIsrc | undefined)[] {
  return tracks.map(({ uploadId }, index) => {
    const probe = uploads.find(({ id }) => id === uploadId)?.probe;
    const isrc = probe?.kind === "wav" ? probe.tags?.isrc : undefined;
    const answers = details.tracks[index];
    if (!isrc || !answers || answers.assignIsrc) return undefined;
    const typed = readIsrc(answers.isrc);
    if ("code" in typed && typed.code === isrc) return undefined;
    const code = formatIsrc(isrc);
    return { code, intent: `${USE_ISRC}:${trackIdAt(index)}:${code}` };
  });
}

/** Details that nobody has typed in yet, with the ISRCs of the files; one that two files say is none's. */
export function withFileIsrcs(
  details: Details,
  form: Pick<ReleaseForm, "tracks">,
  uploads: readonly StoredUpload[],
): Details {
  const codes = isrcOffers(details, form, uploads).map((offer) => offer?.code);
  const tracks = details.tracks.map((track, index) => {
    const isrc = codes[index];
    const isOwn = codes.indexOf(isrc) === codes.lastIndexOf(isrc);
    return isrc && isOwn ? { ...track, isrc } : track;
  });
  return { ...details, tracks };
}

/** Applies the button of such an offer; undefined for any other. */
export function applyFileIsrc(details: Details, intent: string): Details | undefined {
  const [verb, trackId, text = ""] = intent.split(":");
  if (verb !== USE_ISRC) return undefined;
  const result = readIsrc(text);
  if ("error" in result) return details;
  const isrc = formatIsrc(result.code);
  const tracks = details.tracks.map((track) =>
    track.id === trackId ? { ...track, isrc, assignIsrc: false } : track,
  );
  return { ...details, tracks };
}
