import { VisuallyHidden } from "@mantine/core";
import type { Track } from "~/domain/submission/music/track";
import { CUSTOM_ARTWORK_MAX_BYTES } from "~/domain/uploads/file-rules";
import { customArtworkSlot } from "~/domain/uploads/slots";
import { megabytes } from "~/platform/formats/bytes";
import { useMusicPage } from "../music-page-context";
import { MediaObject } from "../sleeve";
import { SwitchButton } from "../switch-button";
import { FileField } from "../upload/file-field";
import { usePicture } from "../upload/use-picture";
import { BROKEN_PREVIEW } from "./artwork-section";

/** The own artwork of a waterfall single. */
export function CustomArtwork({ track, index }: { track: Track; index: number }) {
  const { id, useCustomArtwork: on } = track;
  return (
    <>
      <SwitchButton
        id={`custom-artwork-${id}`}
        on={on}
        intent="artwork"
        about={id}
        label={
          <>
            Its own artwork<VisuallyHidden> for track {index + 1}</VisuallyHidden>
          </>
        }
        hint={on ? undefined : "Without it, this single uses the release's artwork."}
      />
      {on && <CustomArtworkFile track={track} index={index} />}
    </>
  );
}

function CustomArtworkFile({ track, index }: { track: Track; index: number }) {
  const slot = customArtworkSlot(track.id);
  const fileView = useMusicPage().files.find((file) => file.slot === slot);
  const picture = usePicture(slot, fileView);
  const alt = `Artwork of track ${index + 1}`;
  return (
    <MediaObject small dense {...picture} alt={alt} brokenText={BROKEN_PREVIEW}>
      <FileField
        name={`tracks[${index}].customArtwork`}
        slot={slot}
        kind="custom-artwork"
        label="Single artwork"
        optional
        hint={`Any image under ${megabytes(CUSTOM_ARTWORK_MAX_BYTES)}MB`}
        accept="image/*"
        fileView={fileView}
      />
    </MediaObject>
  );
}
