import { Stack, VisuallyHidden } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import { clipsSummary } from "~/domain/clips/clip-rules";
import { panelKey } from "~/domain/submission/music/music-edit";
import { fieldId, HiddenField } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { lateComponent } from "~/ui/hydration/late-component";
import { LatePart } from "~/ui/hydration/late-part";
import { useOnMountAndChange } from "~/ui/use-on-change";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import panels from "../panels.module.css";
import { retryImport } from "../retry-import";
import { SwitchButton } from "../switch-button";
import type { ClipPanelProps } from "./clip-panel";

const clipPanel = lateComponent("clips", async () => {
  const { ClipPanel } = await retryImport(() => import("./clip-panel"));
  return ClipPanel;
});

/**
 * The social clips of a track: the switch and the fields. The fields load when they are first opened, then
 * stay in the page, folded or not, and are posted.
 */
export function ClipSection({ track, index, src }: ClipPanelProps) {
  const { opened } = useMusicPage();
  const { errors, refusal } = useFormReply();
  const [folded, setFolded] = useState(false);
  const base = `tracks[${index}].socialClips`;
  const id = fieldId(base);
  const key = panelKey("clips", track.id);
  const isOpen = opened.has(key);
  const isUnfolded = isOpen && !folded;
  const title = track.title || `track ${index + 1}`;
  useOnMountAndChange(refusal, () => {
    if (Object.keys(errors).some((name) => name.startsWith(base))) setFolded(false);
  });

  function onToggle(event: MouseEvent) {
    if (!isOpen) return setFolded(false);
    // A panel that is removed would no longer post its fields.
    event.preventDefault();
    setFolded(!folded);
  }

  return (
    <Stack id={id}>
      <SwitchButton
        id={`clips-${track.id}`}
        on={track.socialClipsEnabled}
        intent="clips"
        about={track.id}
        label={
          <>
            Social clips<VisuallyHidden> of {title}</VisuallyHidden>
          </>
        }
        hint="Up to 2 short pieces for social media."
      />
      <HiddenField name={`tracks[${index}].socialClipsEnabled`} />
      {track.socialClipsEnabled && (
        <>
          {!isUnfolded && <p>{clipsSummary(track.socialClips)}</p>}
          <div>
            <EditButton
              intent={`${isOpen ? "close" : "open"}:${key}`}
              landingId={id}
              aria-expanded={isUnfolded}
              onClick={onToggle}
              rightSection={<span className={panels.chevron} />}
            >
              Change the clips
              <VisuallyHidden> of {title}</VisuallyHidden>
            </EditButton>
          </div>
          {isOpen && (
            <LatePart
              component={clipPanel}
              hidden={folded}
              fallback={<p role="status">Loading...</p>}
              props={{ track, index, src }}
            />
          )}
        </>
      )}
    </Stack>
  );
}
