import { type PlannedClip, planClips } from "~/clips/clip-plan";
import { clipDate, isWaterfall } from "../music/waterfall";
import type { ReleaseForm } from "./release-form";

/**
 * The clips of a recorded release. Those of a waterfall come out before their own single, all others
 * before the release.
 */
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
