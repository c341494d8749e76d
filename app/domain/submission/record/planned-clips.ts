import { type PlannedClip, planClips } from "~/domain/clips/clip-plan";
import { clipDate, isWaterfall } from "../music/waterfall";
import type { ReleaseForm } from "./release-form";

/** The clips of a recorded release; those of a waterfall come out before their own single. */
export function plannedClips(
  form: Pick<ReleaseForm, "tracks" | "releaseDate" | "waterfallEnabled">,
): PlannedClip[] {
  const waterfall = isWaterfall(form);
  return planClips(
    form.tracks.map(({ title, uploadId, releaseDate, socialClipsEnabled, socialClips }) => ({
      title,
      uploadId,
      clips: socialClipsEnabled ? socialClips : [],
      clipDate: clipDate(waterfall ? releaseDate : form.releaseDate),
    })),
  );
}
