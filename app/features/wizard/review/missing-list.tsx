import { Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useRef } from "react";
import type { MusicAnswers } from "~/domain/submission/music/music-step";
import type { Gap } from "~/domain/submission/run/obstacle";
import { audioSlot, keepFileIntent } from "~/domain/uploads/slots";
import { SecondaryButton } from "~/ui/intent-button";
import { StatusMark } from "~/ui/status-mark";
import { useOnChange } from "~/ui/use-on-change";
import layout from "../layout.module.css";
import { REVIEW_EDITS_FORM_ID } from "../review-edits";
import { useUploadingSlots } from "../upload/use-upload";
import { changePath } from "./change-path";

interface MissingListProps {
  ready: boolean;
  missing: readonly Gap[];
  music: MusicAnswers | undefined;
  /** The result of the last button, which takes the focus, since the button may be gone. */
  notice: string | undefined;
}

/** Whether the release is ready, or the list of what is missing, with links. */
export function MissingList({ ready, missing, music, notice }: MissingListProps) {
  const list = useRef<HTMLDivElement>(null);
  useOnChange(notice, () => list.current?.focus());
  const releaseMissing = missing.filter(({ trackId }) => trackId === undefined);
  const tracks = (music?.tracks ?? []).flatMap((track, index) => {
    const trackMissing = missing.filter(({ trackId }) => trackId === track.id);
    return trackMissing.length > 0 ? [{ track, number: index + 1, lacks: trackMissing }] : [];
  });
  const hasSeveralTracks = (music?.tracks.length ?? 0) > 1;
  return (
    <Paper
      component="section"
      ref={list}
      tabIndex={-1}
      aria-labelledby="readiness"
      p="sm"
      bg="var(--surface)"
    >
      <Stack>
        <h2>
          <StatusMark tone={ready ? "good" : "waiting"}>
            <span id="readiness">{ready ? "Ready to Submit" : "Some fields incomplete"}</span>
          </StatusMark>
        </h2>
        {notice && <p role="status">{notice}</p>}
        {missing.length > 0 && (
          <>
            <Stack component="ul" gap="xs" className={layout.plain}>
              {releaseMissing.map((item) => (
                <MissingRow key={item.text} item={item} />
              ))}
              {tracks.map(({ track, number, lacks: trackMissing }) => {
                const name = `Track ${number}${track.title ? ` "${track.title}"` : ""}`;
                const isEmpty = trackMissing.some(
                  ({ slot, isOptional }) => isOptional && slot === audioSlot(track.id),
                );
                return (
                  <li key={track.id} className={layout.ruled}>
                    <Text fw={600}>{name}</Text>
                    <ul className={layout.plain}>
                      {trackMissing.map((item) => (
                        <MissingRow key={item.text} item={item} owner={name} />
                      ))}
                    </ul>
                    {isEmpty && hasSeveralTracks && (
                      <SecondaryButton
                        form={REVIEW_EDITS_FORM_ID}
                        intent={`remove-track:${track.id}`}
                      >
                        Remove this track<VisuallyHidden>: {name}</VisuallyHidden>
                      </SecondaryButton>
                    )}
                  </li>
                );
              })}
            </Stack>
            {missing.every(({ isOptional }) => isOptional) && (
              <Text c="dimmed">You can submit it like this. Then we get only what's here.</Text>
            )}
          </>
        )}
      </Stack>
    </Paper>
  );
}

function MissingRow({ item, owner }: { item: Gap; owner?: string }) {
  const inFlightSlots = useUploadingSlots();
  const { slot, stays: storedFile } = item;
  if (slot !== undefined && inFlightSlots.includes(slot)) return <li>The file is on its way.</li>;
  return (
    <li>
      <Link to={changePath(item.step, item.field)} className={layout.tall}>
        {item.text}
        {owner && <VisuallyHidden> ({owner})</VisuallyHidden>}
      </Link>
      {slot !== undefined && storedFile && (
        <SecondaryButton
          form={REVIEW_EDITS_FORM_ID}
          intent={keepFileIntent(slot, storedFile.uploadId)}
        >
          Keep {storedFile.fileName}
          {owner && <VisuallyHidden> ({owner})</VisuallyHidden>}
        </SecondaryButton>
      )}
    </li>
  );
}
