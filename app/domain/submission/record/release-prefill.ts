import * as v from "valibot";
import type { DraftPrefill } from "../draft/prefill";
import { creditedPeople, keptPeopleSchema } from "../music/known-people";
import { type ArtistAnswers, artistAnswersSchema } from "../steps/artist-step";
import type { ReleaseForm } from "./release-form";

export interface Prefill {
  artist: ArtistAnswers;
  next: DraftPrefill;
}

/** Contact, links, genre and contributors of an earlier release; never its files. */
export function prefillFromRelease(form: ReleaseForm): Prefill {
  const { primaryGenre, subGenre, tracks } = form;
  return {
    artist: v.parse(artistAnswersSchema, form),
    next: { primaryGenre, subGenre, usual: v.parse(keptPeopleSchema, creditedPeople(tracks)) },
  };
}
