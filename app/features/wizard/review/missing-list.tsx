import { Button, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useRef } from "react";
import type { MusicAnswers } from "~/domain/submission/music/music-step";
import type { Gap } from "~/domain/submission/run/obstacle";
import { keepStoredFile } from "~/domain/uploads/sending/upload-queue.client";
import { audioSlot, KEEP_FILE } from "~/domain/uploads/slots";
import { useOnChange } from "~/ui/use-on-change";
import { useUploadingSlots } from "../upload/use-upload";
import { changePath } from "./change-path";
import styles from "./missing-list.module.css";

/** The id of the form whose buttons edit the release on Review. */
export const REVIEW_EDITS_FORM_ID = "review-edits";

interface MissingListProps {
  ready: boolean;
  missing: readonly Gap[];
  music: MusicAnswers | undefined;
  /** The result of the last button, which takes the focus, since the button may be gone. */
  notice: string | undefined;
}

/** Whether the release is ready, or the list of what is missing, with links. */
export function MissingList({ ready, missing, music, notice }: MissingListProps) {
  const list = useRef<HTMLElement>(null);
  useOnChange(notice, () => list.current?.focus());
  const releaseMissing = missing.filter(({ trackId }) => trackId === undefined);
  const tracks = (music?.tracks ?? []).flatMap((track, index) => {
    const trackMissing = missing.filter(({ trackId }) => trackId === track.id);
    return trackMissing.length > 0 ? [{ track, number: index + 1, lacks: trackMissing }] : [];
  });
  const hasSeveralTracks = (music?.tracks.length ?? 0) > 1;
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-labelledby="readiness"
      className={styles.missing}
      data-ready={ready || undefined}
    >
      <h2 id="readiness" className={styles.badge} data-ready={ready || undefined}>
        {ready ? "Ready to Submit" : "Some fields incomplete"}
      </h2>
      {notice && <p role="status">{notice}</p>}
      {missing.length > 0 && (
        <>
          <ul className={styles.list}>
            {releaseMissing.map((item) => (
              <MissingRow key={item.text} item={item} />
            ))}
            {tracks.map(({ track, number, lacks: trackMissing }) => {
              const name = `Track ${number}${track.title ? ` "${track.title}"` : ""}`;
              const isEmpty = trackMissing.some(
                ({ slot, isOptional }) => isOptional && slot === audioSlot(track.id),
              );
              return (
                <li key={track.id} className={styles.track}>
                  <p className={styles.name}>{name}</p>
                  <ul className={styles.list}>
                    {trackMissing.map((item) => (
                      <MissingRow key={item.text} item={item} owner={name} />
                    ))}
                  </ul>
                  {isEmpty && hasSeveralTracks && (
                    <Button
                      type="submit"
                      form={REVIEW_EDITS_FORM_ID}
                      name="intent"
                      value={`remove-track:${track.id}`}
                      variant="default"
                      className={styles.remove}
                    >
                      Remove this track<VisuallyHidden>: {name}</VisuallyHidden>
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
          {missing.every(({ isOptional }) => isOptional) && (
            <p className={styles.hint}>
              You can submit it like this. We'll get what's here, and nothing else.
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** A missing answer as a link to its field; or that its file is being uploaded. */
function MissingRow({ item, owner }: { item: Gap; owner?: string }) {
  const inFlightSlots = useUploadingSlots();
  const { slot, stays: storedFileName } = item;
  if (slot !== undefined && inFlightSlots.includes(slot)) return <li>The file is on its way.</li>;
  return (
    <li>
      <Link to={changePath(item.step, item.field)} className={styles.link}>
        {item.text}
        {owner && <VisuallyHidden> ({owner})</VisuallyHidden>}
      </Link>
      {slot !== undefined && storedFileName !== undefined && (
        <Button
          type="submit"
          form={REVIEW_EDITS_FORM_ID}
          name="intent"
          value={KEEP_FILE + slot}
          onClick={() => keepStoredFile(slot)}
          variant="default"
          className={styles.remove}
        >
          Keep {storedFileName}
          {owner && <VisuallyHidden> ({owner})</VisuallyHidden>}
        </Button>
      )}
    </li>
  );
}
