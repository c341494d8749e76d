import type { FileTags } from "~/domain/media/file-tags";
import type { Track } from "~/domain/submission/music/track";
import { tagsOfProbe } from "~/domain/uploads/probe";
import type { FileView } from "~/domain/uploads/upload";
import type { UploadFacts } from "~/domain/uploads/upload-state";
import { fieldId } from "~/ui/field";
import { useMusicPage } from "../music-page-context";
import { useLiveValues } from "../use-live-values";
import { TitleNotes } from "./title-notes";

const RELEASE_TITLE = /^releaseTitle$/;

/** What the file of a slot says about itself: the one being sent, else the stored one. */
export function tagsOf(
  live: UploadFacts | undefined,
  fileView: FileView | undefined,
): FileTags | undefined {
  return tagsOfProbe(live && live.phase !== "failed" ? live.probe : fileView?.probe);
}

/** The notes below a track's title; nothing where there are none. */
export function TrackTitleAdvice(props: {
  track: Track;
  index: number;
  tags: FileTags | undefined;
}) {
  const { track, index, tags } = props;
  const { id, title, dismissedTitle } = track;
  // Advice about an earlier title is not about this one.
  const advice = useMusicPage().advice.filter((one) => one.subject === id && one.title === title);
  const isOffered = tags?.title && tags.title !== title && tags.title !== dismissedTitle;
  const offer = isOffered
    ? { trackId: id, title: tags.title ?? "", artist: tags.artist }
    : undefined;
  if (advice.length === 0 && !offer) return null;
  const field = fieldId(`tracks[${index}].title`);
  return <TitleNotes advice={advice} offer={offer} fieldId={field} />;
}

/** The notes below the title of the release. */
export function ReleaseTitleAdvice() {
  const { advice, answers } = useMusicPage();
  const title = useLiveValues(RELEASE_TITLE)("releaseTitle", answers.releaseTitle);
  const releaseAdvice = advice.filter((one) => one.subject === "release" && one.title === title);
  if (releaseAdvice.length === 0) return null;
  return <TitleNotes advice={releaseAdvice} fieldId={fieldId("releaseTitle")} />;
}
