import { Group, Text, VisuallyHidden } from "@mantine/core";
import { artistLists } from "~/domain/submission/music/credits";
import { contributorName } from "~/domain/submission/music/previous-contributor";
import { notYetCredited, previousRole } from "~/domain/submission/music/previous-contributors";
import type { Track } from "~/domain/submission/music/track";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import { ArtistList } from "./artist-list";
import { Producers } from "./producers";
import { Songwriters } from "./songwriters";

/** Buttons that credit contributors of the artist's last release on this track. */
function PreviousContributors({ track }: { track: Track }) {
  const { usual } = useMusicPage();
  const uncreditedPeople = notYetCredited(usual, track.metadata);
  if (usual.length === 0) return null;
  const id = `usual-${track.id}`;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <Text id={`${id}-title`} fw={600}>
        From your last release
      </Text>
      {uncreditedPeople.length === 0 && (
        <Text size="sm" c="dimmed">
          Everybody is credited on this track.
        </Text>
      )}
      <Group gap="xs" py="sm">
        {uncreditedPeople.map(({ contributor, index }) => (
          <EditButton
            key={`${contributor.list} ${contributorName(contributor)}`}
            intent={`usual:${track.id}:${index}`}
            landingId={id}
          >
            <VisuallyHidden>Add </VisuallyHidden>
            {contributorName(contributor)} ({previousRole(contributor)})
          </EditButton>
        ))}
      </Group>
    </section>
  );
}

/** All contributor lists of a track. */
export function ContributorPanel({ track, base }: { track: Track; base: string }) {
  return (
    <div>
      {/* Tells the server that the lists were in the form, even if all are empty. */}
      <input type="hidden" name={`${base}.listed`} value="1" />
      {track.metadata.soloWork && (
        <Text size="sm" c="dimmed" pb="sm">
          This track is solo work. Adding an artist or a songwriter switches that off.
        </Text>
      )}
      <PreviousContributors track={track} />
      {artistLists.map((list) => (
        <ArtistList key={list.name} track={track} base={base} list={list} />
      ))}
      <Producers track={track} base={base} />
      <Songwriters track={track} base={base} />
    </div>
  );
}
