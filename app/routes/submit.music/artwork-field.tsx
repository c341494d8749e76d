import { useEffect, useState } from "react";
import { FileField } from "~/components/file-field";
import type { FileView } from "~/uploads/upload";
import styles from "./artwork-field.module.css";

/** The main artwork with its preview, as square as a sleeve. */
export function ArtworkField({ held }: { held?: FileView }) {
  const [chosen, setChosen] = useState<string>();
  const [broken, setBroken] = useState(false);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen]);
  const preview = chosen ?? (held?.state === "complete" ? held.url : undefined);

  function onChoice(file: File | undefined) {
    setBroken(false);
    setChosen(file && URL.createObjectURL(file));
  }

  return (
    <div className={styles.sleeve}>
      <div className={styles.picture}>
        {preview && !broken ? (
          <img src={preview} alt="Your artwork" onError={() => setBroken(true)} />
        ) : (
          <span className={styles.groove} aria-hidden="true" />
        )}
      </div>
      <div>
        <FileField
          name="artwork"
          kind="artwork"
          label="Artwork"
          optional
          hint="A JPEG, at most 20MB. Best is a square of 3000 pixels or more."
          accept=".jpg,.jpeg,image/jpeg"
          held={held}
          onChoice={onChoice}
        />
        {broken && (
          <p role="status" className={styles.broken}>
            Unable to preview image. File is valid and will be uploaded, but preview failed.
          </p>
        )}
      </div>
    </div>
  );
}
