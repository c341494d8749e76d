import { VisuallyHidden } from "~/components/controls";
import { EditButton } from "~/components/edit-button";
import lists from "~/components/lists.module.css";
import type { Track } from "~/submission/music/track";
import { notYetCredited, usualName, usualRole } from "~/submission/music/usual-contributors";
import { useMusicPage } from "~/views/wizard/music-page";
import styles from "./contributors.module.css";

/** Whoever was credited on the artist's last release, each a button that adds them to a track. */
export function Usual({ track }: { track: Track }) {
  const { usual } = useMusicPage();
  const left = notYetCredited(usual, track.metadata);
  if (usual.length === 0) return null;
  const id = `usual-${track.id}`;
  return (
    <section id={id} className={lists.stack} aria-labelledby={`${id}-title`}>
      <p id={`${id}-title`} className={styles.heading}>
        From your last release
      </p>
      {left.length === 0 && <p className={styles.hint}>Everybody is credited on this track.</p>}
      <div className={styles.usual}>
        {left.map(({ one, index }) => (
          <EditButton
            key={`${one.list} ${usualName(one)}`}
            intent={`usual:${track.id}:${index}`}
            lands={id}
          >
            <VisuallyHidden>Add </VisuallyHidden>
            {usualName(one)} ({usualRole(one)})
          </EditButton>
        ))}
      </div>
    </section>
  );
}
