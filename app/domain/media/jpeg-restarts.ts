import type { JpegFrame, Scan } from "./jpeg-scan";

/** Samples of a block's side. */
const BLOCK = 8;
const FIRST_RESTART = 0xd0;
const LAST_RESTART = 0xd7;
/** Below this every marker is reserved. */
const FIRST_DEFINED = 0xc0;

/** Whether a marker has no content: a restart marker or TEM. */
export function standsAlone(marker: number): boolean {
  return marker === 0x01 || isRestart(marker);
}

function isRestart(marker: number): boolean {
  return marker >= FIRST_RESTART && marker <= LAST_RESTART;
}

/** Units of a scan: blocks for one component, else groups of blocks (T.81 A.2). */
function countUnits({ width, height, components }: JpegFrame, scan: Scan): number {
  const across = Math.max(...components.map((component) => component.across));
  const down = Math.max(...components.map((component) => component.down));
  const [firstComponent, secondComponent] = scan.components;
  const onlyPart = secondComponent ? undefined : firstComponent;
  const columns = Math.ceil((width * (onlyPart?.across ?? 1)) / (BLOCK * across));
  const rows = Math.ceil((height * (onlyPart?.down ?? 1)) / (BLOCK * down));
  return columns * rows;
}

/**
 * Tells which markers belong to a scan's data. A decoder that misses an expected restart marker
 * resynchronizes like the IJG's (jdmarker.c, jpeg_resync_to_restart), once per remaining interval.
 * @param interval units between restart markers; 0 for none.
 * @returns whether to skip a marker; call it for each in order.
 */
export function createRestartFilter(
  frame: JpegFrame,
  scan: Scan,
  interval: number,
): (marker: number) => boolean {
  const restarts = interval > 0 ? Math.ceil(countUnits(frame, scan) / interval) - 1 : 0;
  let nextRestart = 0;
  return (marker) => {
    while (nextRestart < restarts) {
      if (marker < FIRST_DEFINED) return true;
      if (!isRestart(marker)) break;
      const distance = (marker - FIRST_RESTART - nextRestart) & 7;
      const isBehind = distance === 6 || distance === 7;
      if (isBehind) return true;
      nextRestart += 1;
      // One or two ahead: this interval is lost, and the marker is the next one's.
      if (distance !== 1 && distance !== 2) return true;
    }
    return standsAlone(marker);
  };
}
