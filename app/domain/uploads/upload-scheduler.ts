import { abortReason } from "~/platform/formats/abort";

/** A file's turn. */
export interface ScheduledTurn {
  end(): void;
  /** Whether it gets nothing through just now, so that it keeps nobody else from sending. */
  stuck(is: boolean): void;
}

/** The order in which files send, or are read. */
export type UploadScheduler = ReturnType<typeof createUploadScheduler>;

interface Place {
  size: number;
  stuck: boolean;
  begin?: () => void;
}

/**
 * The order in which files send: in the order they came, one large file at a time so that on a slow
 * link one is finished before the next, and one small file beside it, which would wait long for
 * little.
 * @param small the most bytes of a small file.
 */
export function createUploadScheduler(small: number) {
  let waiting: Place[] = [];
  const sending = new Set<Place>();

  function next(): void {
    for (const large of [false, true]) {
      const alike = (place: Place) => place.size > small === large;
      if ([...sending].some((place) => alike(place) && !place.stuck)) continue;
      const place = waiting.find(alike);
      if (!place) continue;
      waiting = waiting.filter((other) => other !== place);
      sending.add(place);
      place.begin?.();
    }
  }

  return {
    /**
     * Resolves when it is the turn of a file of `size` bytes. Rejects as `signal` aborts.
     * @param onWait called when others come first.
     */
    turn(size: number, signal: AbortSignal, onWait: () => void): Promise<ScheduledTurn> {
      const place: Place = { size, stuck: false };
      const leave = () => {
        waiting = waiting.filter((other) => other !== place);
        sending.delete(place);
        next();
      };
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(abortReason(signal));
        const giveUp = () => {
          leave();
          reject(abortReason(signal));
        };
        signal.addEventListener("abort", giveUp, { once: true });
        place.begin = () => {
          signal.removeEventListener("abort", giveUp);
          resolve({
            end: leave,
            stuck(is) {
              place.stuck = is;
              if (is) next();
            },
          });
        };
        waiting.push(place);
        next();
        if (!sending.has(place)) onWait();
      });
    },
  };
}
