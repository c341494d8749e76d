import type { JpegFrame, Scan } from "./jpeg-scan";

/** Samples of a block's side. */
const BLOCK = 8;
const FIRST_RESTART = 0xd0;
const LAST_RESTART = 0xd7;
/** Below this every marker is reserved. */
const FIRST_USED = 0xc0;

/** A restart marker, or TEM: what stands alone and says nothing of a picture. */
export function standsAlone(marker: number): boolean {
  return marker === 0x01 || isRestart(marker);
}

function isRestart(marker: number): boolean {
  return marker >= FIRST_RESTART && marker <= LAST_RESTART;
}

/** How many units a scan has: of one component its blocks, else groups of them (T.81 A.2). */
function unitsOf({ width, height, parts }: JpegFrame, scan: Scan): number {
  const across = Math.max(...parts.map((part) => part.across));
  const down = Math.max(...parts.map((part) => part.down));
  const [only, second] = scan.parts;
  const alone = second ? undefined : only;
  const columns = Math.ceil((width * (alone?.across ?? 1)) / (BLOCK * across));
  const rows = Math.ceil((height * (alone?.down ?? 1)) / (BLOCK * down));
  return columns * rows;
}

/**
 * Tells which markers the data of a scan is read past. Where it comes in intervals, a decoder that does
 * not meet the restart marker it wants finds its way back as the IJG's does (jdmarker.c,
 * jpeg_resync_to_restart), once for each interval that it still has to read.
 * @param interval units between restart markers; 0 for none.
 * @returns whether a marker is passed over; to be asked of each in order.
 */
export function createRestartFilter(
  frame: JpegFrame,
  scan: Scan,
  interval: number,
): (marker: number) => boolean {
  const restarts = interval > 0 ? Math.ceil(unitsOf(frame, scan) / interval) - 1 : 0;
  let place = 0;
  return (marker) => {
    while (place < restarts) {
      if (marker < FIRST_USED) return true;
      if (!isRestart(marker)) break;
      const ahead = (marker - FIRST_RESTART - place) & 7;
      const isBehind = ahead === 6 || ahead === 7;
      if (isBehind) return true;
      place += 1;
      // The next but one at most: this interval is lost, and the marker is the next one's.
      if (ahead !== 1 && ahead !== 2) return true;
    }
    return standsAlone(marker);
  };
}
