import { ARTWORK_MAX_BYTES } from "~/domain/uploads/file-rules";
import { ARTWORK_SLOT } from "~/domain/uploads/slots";
import { megabytes } from "~/platform/formats/bytes";
import { FormSection } from "~/ui/form-section";
import { useHydrated } from "~/ui/use-hydrated";
import { useMusicPage } from "../music-page-context";
import { MediaObject } from "../sleeve";
import { FileField } from "../upload/file-field";
import { usePicture } from "../upload/use-picture";
import styles from "./artwork-section.module.css";

/** Specification, wizard, section 5, "Artwork". */
export const BROKEN_PREVIEW =
  "Unable to preview image. File is valid and will be uploaded, but preview failed.";

/** The artwork of the release with its preview. */
export function ArtworkSection() {
  const fileView = useMusicPage().files.find(({ slot }) => slot === ARTWORK_SLOT);
  const picture = usePicture(ARTWORK_SLOT, fileView);
  return (
    <FormSection title="Artwork">
      <div>
        <OneRequestNote />
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
      </div>
    </FormSection>
  );
}

/**
 * The size limit without script: edge networks cut a request at 100 MB. Shown before the first file is
 * chosen, and if the scripts fail to load.
 */
function OneRequestNote() {
  if (useHydrated()) return null;
  return (
    <p className={styles.unscripted}>
      Without JavaScript this page sends everything at once. It can send 100MB, which is about 95MB
      for the files you choose. For a bigger file, reload the page, use a browser with JavaScript,
      or <a href="/submit/continue">continue on another device</a>.
    </p>
  );
}
