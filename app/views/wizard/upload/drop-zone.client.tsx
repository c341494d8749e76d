import { HeadlessMantineProvider } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import styles from "./drop-zone.module.css";

interface DropZoneProps {
  /** Whether files are being dragged over the page. */
  dragged: boolean;
  onFiles: (files: File[]) => void;
  invitation: string;
  around: boolean;
}

/**
 * The drop zone of a file field. Dropped files are validated by the field; choosing files is left to its
 * input.
 */
export default function DropZone({ dragged, onFiles, invitation, around }: DropZoneProps) {
  return (
    <HeadlessMantineProvider>
      <Dropzone
        unstyled
        className={styles.zone}
        mod={{ dragged, around }}
        activateOnClick={false}
        activateOnKeyboard={false}
        useFsAccessApi={false}
        inputProps={{ hidden: true }}
        onDrop={onFiles}
        aria-hidden="true"
      >
        <Dropzone.Accept>{invitation}</Dropzone.Accept>
      </Dropzone>
    </HeadlessMantineProvider>
  );
}
