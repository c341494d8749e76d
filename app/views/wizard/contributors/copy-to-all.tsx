import { VisuallyHidden } from "~/components/controls";
import { EditButton } from "~/components/edit-button";
import { asksAbout, copyIntent } from "~/submission/music/edit-all-tracks";
import type { Track } from "~/submission/music/track";
import { EditQuestion } from "../edit-question";
import { useMusicPage } from "../music-page";
import styles from "./contributors.module.css";

/** Credits the people of a track on all others; nothing for the only one. */
export function CopyToAll({ track, index }: { track: Track; index: number }) {
  const { tracks } = useMusicPage().answers;
  if (tracks.length < 2) return null;
  const intent = copyIntent(track.id);
  return (
    <>
      <EditButton
        id={intent}
        intent={intent}
        lands={intent}
        variant="subtle"
        className={styles.add}
      >
        Copy these contributors to all tracks
        <VisuallyHidden> from {track.title || `track ${index + 1}`}</VisuallyHidden>
      </EditButton>
      <EditQuestion isHere={(question) => asksAbout(intent, question)} back={`[id="${intent}"]`} />
    </>
  );
}
