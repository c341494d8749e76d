import { assignRowIds } from "~/forms/row-ids";
import { writtenName } from "~/platform/formats/written-name";
import { MAX_SONGWRITERS } from "./songwriters";
import { addProducer, MAX_ARTISTS, type TrackContributors } from "./track-contributors";

// Apart from `previous-contributors`, which is loaded when the panel opens.

/** Somebody credited on an earlier release, with the list they were in. */
export type PreviousContributor =
  | {
      list: "featuredArtists" | "nonFeaturedArtists";
      firstName: string;
      surname: string;
      roles: string[];
    }
  | { list: "producers"; name: string }
  | { list: "songwriters"; firstName: string; lastName: string };

export function contributorName(contributor: PreviousContributor): string {
  return contributor.list === "producers" ? contributor.name : writtenName(contributor);
}

/** Adds somebody to a track's contributors if their list has room. */
export function addPreviousContributor(
  contributors: TrackContributors,
  contributor: PreviousContributor,
): TrackContributors {
  switch (contributor.list) {
    case "producers":
      return { ...contributors, producers: addProducer(contributors.producers, contributor.name) };
    case "songwriters": {
      if (contributors.songwriters.length >= MAX_SONGWRITERS) return contributors;
      const { firstName, lastName } = contributor;
      const row = { id: "", firstName, lastName, percentage: "" };
      const songwriters = assignRowIds([...contributors.songwriters, row], "songwriter");
      return { ...contributors, soloWork: false, songwriters };
    }
    default: {
      const { list, firstName, surname, roles } = contributor;
      if (contributors[list].length >= MAX_ARTISTS) return contributors;
      const prefix = list === "featuredArtists" ? "featured" : "non-featured";
      const row = { id: "", firstName, surname, roles: [...roles] };
      return {
        ...contributors,
        soloWork: false,
        [list]: assignRowIds([...contributors[list], row], prefix),
      };
    }
  }
}
