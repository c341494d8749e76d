import * as v from "valibot";
import { waveformSchema } from "~/domain/media/waveform";
import { adviceSchema } from "../advice/advice-shape";

/** More than a release has files; the oldest make room. */
const MOST = 60;

/** What this device remembers of files that it has listened to, for when their page is opened again. */
function savedByUpload<const S extends v.GenericSchema<unknown, readonly unknown[]>>(
  place: string,
  schema: S,
) {
  const listSchema = v.array(v.tuple([v.string(), schema]));
  const read = (): [string, v.InferOutput<S>][] => {
    try {
      const list = v.safeParse(listSchema, JSON.parse(window.localStorage.getItem(place) ?? "[]"));
      return list.success ? list.output : [];
    } catch {
      return [];
    }
  };
  return {
    save(uploadId: string, what: v.InferOutput<S>): void {
      const others = read().filter(([id]) => id !== uploadId);
      const list = what.length === 0 ? others : [...others, [uploadId, what]].slice(-MOST);
      try {
        window.localStorage.setItem(place, JSON.stringify(list));
      } catch {
        // A full storage: it is told until the page is left.
      }
    },
    find: (uploadId: string): v.InferOutput<S> | undefined =>
      read().find(([id]) => id === uploadId)?.[1],
  };
}

/** What the artist may want to know of a file. */
export const savedAdvice = savedByUpload("advice", v.array(adviceSchema));

/** How loud a track is over its length. */
export const savedWaveforms = savedByUpload("waveforms", waveformSchema);
