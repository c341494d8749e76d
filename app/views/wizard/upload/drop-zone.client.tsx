import { HeadlessMantineProvider } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import styles from "./drop-zone.module.css";

interface DropZoneProps {
  /** Whether files hang over the page. */
  dragged: boolean;
  onFiles: (files: File[]) => void;
  invitation: string;
  around: boolean;
}

/**
 * The drop area of a file field, which is loaded only where there is a pointer. What is dropped is
 * judged by the field, as what is chosen is, and choosing stays with the field's own input.
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
