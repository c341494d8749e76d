import * as v from "valibot";
import type { DraftPrefill } from "../draft/prefill";
import { collectContributors } from "../music/previous-contributors";
import { type ArtistAnswers, artistAnswersSchema } from "../steps/artist-step";
import type { ReleaseForm } from "./release-form";

/** What a wizard is filled in with for an artist who comes again. */
export interface Prefill {
  artist: ArtistAnswers;
  next: DraftPrefill;
}

/** The same of an earlier release: contact, links, genre and who was credited; never its files. */
export function prefillFromRelease(form: ReleaseForm): Prefill {
  const { primaryGenre, subGenre, tracks } = form;
  return {
    artist: v.parse(artistAnswersSchema, form),
    next: { primaryGenre, subGenre, usual: collectContributors(tracks) },
  };
}
