import { ARTWORK_MAX_BYTES } from "~/domain/uploads/file-rules";
import { ARTWORK_SLOT } from "~/domain/uploads/slots";
import { megabytes } from "~/platform/formats/bytes";
import { FormSection } from "~/ui/form-section";
import { useMusicPage } from "../music-page-context";
import { MediaObject } from "../sleeve";
import { FileField } from "../upload/file-field";
import { usePicture } from "../upload/use-picture";

/** Specification, wizard, section 5, "Artwork". */
export const BROKEN_PREVIEW =
  "Unable to preview image. File is valid and will be uploaded, but preview failed.";

/** The artwork of the release with its preview. */
export function ArtworkSection() {
  const fileView = useMusicPage().files.find(({ slot }) => slot === ARTWORK_SLOT);
  const picture = usePicture(ARTWORK_SLOT, fileView);
  return (
    <FormSection title="Artwork">
      <MediaObject dense {...picture} alt="Your artwork" brokenText={BROKEN_PREVIEW}>
        <FileField
          name={ARTWORK_SLOT}
          slot={ARTWORK_SLOT}
          kind="artwork"
          label="Artwork"
          optional
          hint={`A JPEG, at most ${megabytes(ARTWORK_MAX_BYTES)}MB. Best: a square of 3000 pixels or more.`}
          accept=".jpg,.jpeg,image/jpeg"
          fileView={fileView}
        />
      </MediaObject>
    </FormSection>
  );
}
