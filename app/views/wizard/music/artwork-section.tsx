import { FormSection } from "~/components/form-section";
import { Sleeve } from "~/components/sleeve";
import { ARTWORK_SLOT } from "~/uploads/slots";
import { FileField } from "../upload/file-field";
import { useSlotFile } from "./use-slot-file";

/** For a picture that the browser cannot show (specification, wizard, section 5, "Artwork"). */
export const BROKEN_PREVIEW =
  "Unable to preview image. File is valid and will be uploaded, but preview failed.";

/** The artwork of the release with its preview. */
export function ArtworkSection() {
  const { held, src, onChoice } = useSlotFile(ARTWORK_SLOT);
  return (
    <FormSection title="Artwork">
      <Sleeve src={src} alt="Your artwork" brokenText={BROKEN_PREVIEW}>
        <FileField
          name={ARTWORK_SLOT}
          slot={ARTWORK_SLOT}
          kind="artwork"
          label="Artwork"
          optional
          hint="A JPEG, at most 20MB. Best is a square of 3000 pixels or more."
          accept=".jpg,.jpeg,image/jpeg"
          held={held}
          onChoice={onChoice}
        />
      </Sleeve>
    </FormSection>
  );
}
