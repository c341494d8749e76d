import { VisuallyHidden } from "@mantine/core";
import { artistLists } from "~/domain/submission/music/credits";
import { contributorName } from "~/domain/submission/music/previous-contributor";
import { notYetCredited, previousRole } from "~/domain/submission/music/previous-contributors";
import type { Track } from "~/domain/submission/music/track";
import lists from "~/ui/lists.module.css";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import { ArtistList } from "./artist-list";
import styles from "./contributors.module.css";
import { Producers } from "./producers";
import { Songwriters } from "./songwriters";

/** Buttons that credit contributors of the artist's last release on this track. */
function PreviousContributors({ track }: { track: Track }) {
  const { usual } = useMusicPage();
  const uncreditedPeople = notYetCredited(usual, track.metadata);
  if (usual.length === 0) return null;
  const id = `usual-${track.id}`;
  return (
    <section id={id} className={lists.stack} aria-labelledby={`${id}-title`}>
      <p id={`${id}-title`} className={styles.heading}>
        From your last release
      </p>
      {uncreditedPeople.length === 0 && (
        <p className={styles.hint}>Everybody is credited on this track.</p>
      )}
      <div className={styles.usual}>
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
      </div>
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
        <p className={styles.hint}>
          This track is solo work. Adding an artist or a songwriter switches that off.
        </p>
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
