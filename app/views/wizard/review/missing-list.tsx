import { Link } from "@remix-run/react";
import { useRef } from "react";
import { Button, VisuallyHidden } from "~/components/controls";
import { useOnChange } from "~/components/use-on-change";
import type { MusicAnswers } from "~/submission/music/music-step";
import type { Gap } from "~/submission/run/obstacle";
import { keepStoredFile } from "~/uploads/sending/upload-queue.client";
import { audioSlot, KEEP_FILE } from "~/uploads/slots";
import { useUploadingSlots } from "~/views/wizard/upload/use-upload";
import { changePath } from "./change-path";
import styles from "./missing-list.module.css";

/** The id of the form whose buttons edit the release on Review. */
export const REVIEW_EDITS_FORM_ID = "review-edits";

interface MissingListProps {
  ready: boolean;
  gaps: readonly Gap[];
  music: MusicAnswers | undefined;
  /** The result of the last button, which takes the focus, since the button may be gone. */
  news: string | undefined;
}

/** Whether the release is ready, or the list of what is missing, with links. */
export function MissingList({ ready, gaps, music, news }: MissingListProps) {
  const place = useRef<HTMLElement>(null);
  useOnChange(news, () => place.current?.focus());
  const whole = gaps.filter(({ trackId }) => trackId === undefined);
  const tracks = (music?.tracks ?? []).flatMap((track, index) => {
    const lacks = gaps.filter(({ trackId }) => trackId === track.id);
    return lacks.length > 0 ? [{ track, number: index + 1, lacks }] : [];
  });
  const several = (music?.tracks.length ?? 0) > 1;
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby="readiness"
      className={styles.missing}
      data-ready={ready || undefined}
    >
      <h2 id="readiness" className={styles.badge} data-ready={ready || undefined}>
        {ready ? "Ready to Submit" : "Some fields incomplete"}
      </h2>
      {news && <p role="status">{news}</p>}
      {gaps.length > 0 && (
        <>
          <ul className={styles.list}>
            {whole.map((gap) => (
              <GapRow key={gap.text} gap={gap} />
            ))}
            {tracks.map(({ track, number, lacks }) => {
              const name = `Track ${number}${track.title ? ` "${track.title}"` : ""}`;
              const isEmpty = lacks.some(
                ({ slot, mayStay }) => mayStay && slot === audioSlot(track.id),
              );
              return (
                <li key={track.id} className={styles.track}>
                  <p className={styles.name}>{name}</p>
                  <ul className={styles.list}>
                    {lacks.map((gap) => (
                      <GapRow key={gap.text} gap={gap} of={name} />
                    ))}
                  </ul>
                  {isEmpty && several && (
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
          {gaps.every(({ mayStay }) => mayStay) && (
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
function GapRow({ gap, of }: { gap: Gap; of?: string }) {
  const onTheirWay = useUploadingSlots();
  const { slot, stays } = gap;
  if (slot !== undefined && onTheirWay.includes(slot)) return <li>The file is on its way.</li>;
  return (
    <li>
      <Link to={changePath(gap.step, gap.field)} className={styles.link}>
        {gap.text}
        {of && <VisuallyHidden> ({of})</VisuallyHidden>}
      </Link>
      {slot !== undefined && stays !== undefined && (
        <Button
          type="submit"
          form={REVIEW_EDITS_FORM_ID}
          name="intent"
          value={KEEP_FILE + slot}
          onClick={() => keepStoredFile(slot)}
          variant="default"
          className={styles.remove}
        >
          Keep {stays}
          {of && <VisuallyHidden> ({of})</VisuallyHidden>}
        </Button>
      )}
    </li>
  );
}
