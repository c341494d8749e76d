import { Group, VisuallyHidden } from "@mantine/core";
import { IntentButton } from "~/ui/intent-button";
import styles from "./track-card.module.css";

const look = { variant: "subtle", color: "gray", size: "compact-sm", fz: "sm", px: 4 } as const;

/** The buttons that move or remove a track. */
export function TrackButtons({ id, index, count }: { id: string; index: number; count: number }) {
  const about = <VisuallyHidden> track {index + 1}</VisuallyHidden>;
  // The buttons stay at the edges of the list, so that the focus is not lost.
  const isFirst = index === 0 || undefined;
  const isLast = index === count - 1 || undefined;
  return (
    <Group gap={0} className={`${styles.row} ${styles.buttons}`}>
      <IntentButton
        {...look}
        id={`move-up-${id}`}
        intent={`move-up:${id}`}
        aria-disabled={isFirst}
        data-disabled={isFirst}
        leftSection={<span aria-hidden="true">↑</span>}
      >
        Move up{about}
      </IntentButton>
      <IntentButton
        {...look}
        id={`move-down-${id}`}
        intent={`move-down:${id}`}
        aria-disabled={isLast}
        data-disabled={isLast}
        leftSection={<span aria-hidden="true">↓</span>}
      >
        Move down{about}
      </IntentButton>
      <IntentButton
        {...look}
        id={`remove-${id}`}
        intent={`remove-track:${id}`}
        color="bad"
        ml="auto"
      >
        Remove{about}
      </IntentButton>
    </Group>
  );
}
