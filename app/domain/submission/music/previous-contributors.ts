import * as v from "valibot";
import { singleLine } from "~/forms/fields";
import { artistLists } from "./credits";
import { contributorName, type PreviousContributor } from "./previous-contributor";
import type { TrackContributors } from "./track-contributors";

const contributorSchema: v.GenericSchema<unknown, PreviousContributor> = v.variant("list", [
  v.object({
    list: v.picklist(["featuredArtists", "nonFeaturedArtists"]),
    firstName: singleLine,
    surname: singleLine,
    roles: v.array(v.string()),
  }),
  v.object({ list: v.literal("producers"), name: singleLine }),
  v.object({ list: v.literal("songwriters"), firstName: singleLine, lastName: singleLine }),
]);

const MAX_CONTRIBUTORS = 30;
export const previousContributorsSchema = v.fallback(
  v.pipe(
    v.array(contributorSchema),
    v.transform((all) => all.slice(0, MAX_CONTRIBUTORS)),
  ),
  [],
);

/** Contributors as recorded; of songwriters only the names count. */
type RecordedContributors = Omit<
  TrackContributors,
  "songwriters" | "featuredArtists" | "nonFeaturedArtists"
> & {
  featuredArtists: readonly { firstName: string; surname: string; roles: readonly string[] }[];
  nonFeaturedArtists: readonly { firstName: string; surname: string; roles: readonly string[] }[];
  songwriters: readonly { firstName: string; lastName: string }[];
};

const roleByList = {
  featuredArtists: "featured artist",
  nonFeaturedArtists: "non-featured artist",
  producers: "producer",
  songwriters: "songwriter",
} as const satisfies Record<PreviousContributor["list"], string>;

/** The roles of somebody on the earlier release, or the name of their list. */
export function previousRole(contributor: PreviousContributor): string {
  const roles = "roles" in contributor ? contributor.roles : [];
  return roles.length > 0 ? roles.join(", ") : roleByList[contributor.list];
}

const isSamePerson = (contributor: PreviousContributor, other: PreviousContributor) =>
  contributor.list === other.list &&
  contributorName(contributor).toLowerCase() === contributorName(other).toLowerCase();

/** Everybody credited on these tracks, once per list. */
export function collectContributors(
  tracks: readonly { metadata: RecordedContributors }[],
): PreviousContributor[] {
  const contributors = tracks.flatMap(({ metadata }): PreviousContributor[] => [
    ...artistLists.flatMap(({ name: list }) =>
      metadata[list].map(({ firstName, surname, roles }) => {
        return { list, firstName, surname, roles: [...roles] };
      }),
    ),
    ...metadata.producers.map((producer) => ({ list: "producers" as const, name: producer })),
    ...metadata.songwriters.map(({ firstName, lastName }) => {
      return { list: "songwriters" as const, firstName, lastName };
    }),
  ]);
  const namedContributors = contributors.filter(
    (contributor) => contributorName(contributor).trim() !== "",
  );
  const distinct = namedContributors.filter(
    (contributor, index) =>
      namedContributors.findIndex((other) => isSamePerson(contributor, other)) === index,
  );
  return v.parse(previousContributorsSchema, distinct);
}

/** Those that a track does not credit yet, with their index among all. */
export function notYetCredited(
  previousContributors: readonly PreviousContributor[],
  contributors: TrackContributors,
) {
  const credits = collectContributors([{ metadata: contributors }]);
  return previousContributors.flatMap((contributor, index) =>
    credits.some((other) => isSamePerson(contributor, other)) ? [] : [{ contributor, index }],
  );
}
