import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Track } from "~/submission/music/track";
import { audioSlot } from "~/uploads/slots";
import { useMusicPage } from "../music-page";
import { useStoredCount } from "../upload/use-upload";
import styles from "./track-list.module.css";

/** How far the tracks are, and a way to fold them all: with twenty nobody should have to scroll. */
export function TracksBar({ tracks }: { tracks: readonly Track[] }) {
  const { files } = useMusicPage();
  const held = new Set(files.flatMap(({ slot, state }) => (state === "complete" ? [slot] : [])));
  const stored = useStoredCount(
    tracks.map(({ id }) => audioSlot(id)),
    held,
  );
  return (
    <div className={styles.bar}>
      <p>
        {stored} of {tracks.length} uploaded and ready
      </p>
      <FoldAll />
    </div>
  );
}

function FoldAll() {
  const scripted = useHydrated();
  const [folded, setFolded] = useState(false);
  function onClick() {
    for (const card of document.querySelectorAll<HTMLDetailsElement>("[data-tracks] > * > details"))
      card.open = folded;
    setFolded(!folded);
  }
  // Its place is kept, so that nothing moves when the scripts come.
  return (
    <button
      type="button"
      className={styles.all}
      data-scripted={scripted || undefined}
      onClick={onClick}
    >
      {folded ? "Unfold all" : "Fold all"}
    </button>
  );
}
