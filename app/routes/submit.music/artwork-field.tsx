import { useEffect, useState } from "react";
import { FileField } from "~/components/file-field";
import { Sleeve } from "~/components/sleeve";
import type { FileView } from "~/uploads/upload";

/** The main artwork with its preview. */
export function ArtworkField({ held }: { held?: FileView }) {
  const [chosen, setChosen] = useState<string>();
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen]);
  return (
    <Sleeve
      src={chosen ?? (held?.state === "complete" ? held.url : undefined)}
      alt="Your artwork"
      brokenText="Unable to preview image. File is valid and will be uploaded, but preview failed."
    >
      <FileField
        name="artwork"
        kind="artwork"
        label="Artwork"
        optional
        hint="A JPEG, at most 20MB. Best is a square of 3000 pixels or more."
        accept=".jpg,.jpeg,image/jpeg"
        held={held}
        onChoice={(file) => setChosen(file && URL.createObjectURL(file))}
      />
    </Sleeve>
  );
}
