import { HeadlessMantineProvider } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import styles from "./drop-zone.module.css";

interface DropZoneProps {
  /** Whether files are being dragged over the page. */
  isDragging: boolean;
  onFiles: (files: File[]) => void;
  invitation: string;
  containsAreas: boolean;
}

/**
 * The drop zone of a file field. Dropped files are validated by the field; choosing files is left to its
 * input.
 */
export default function DropZone({
  isDragging,
  onFiles,
  invitation,
  containsAreas,
}: DropZoneProps) {
  return (
    <HeadlessMantineProvider>
      <Dropzone
        unstyled
        className={styles.zone}
        mod={{ dragged: isDragging, around: containsAreas }}
        activateOnClick={false}
        activateOnKeyboard={false}
        useFsAccessApi={false}
        inputProps={{ hidden: true }}
        onDrop={onFiles}
        aria-hidden="true"
      >
        {containsAreas ? (
          <span className={styles.invitation}>{invitation}</span>
        ) : (
          <Dropzone.Accept>{invitation}</Dropzone.Accept>
        )}
      </Dropzone>
    </HeadlessMantineProvider>
  );
}
