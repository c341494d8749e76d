import * as v from "valibot";
import { type Advice, adviceSchema } from "~/uploads/advice/advice-shape";

const PLACE = "advice";
/** More than a release has files; the oldest make room. */
const MOST = 60;
const listSchema = v.array(v.tuple([v.string(), v.array(adviceSchema)]));

function read(): v.InferOutput<typeof listSchema> {
  try {
    const list = v.safeParse(listSchema, JSON.parse(window.localStorage.getItem(PLACE) ?? "[]"));
    return list.success ? list.output : [];
  } catch {
    return [];
  }
}

/** Remembers on this device what was found in a file, for when its page is opened again. */
export function keepAdvice(uploadId: string, advice: readonly Advice[]): void {
  const others = read().filter(([id]) => id !== uploadId);
  const list = advice.length === 0 ? others : [...others, [uploadId, advice]].slice(-MOST);
  try {
    window.localStorage.setItem(PLACE, JSON.stringify(list));
  } catch {
    // A full storage: it is told until the page is left.
  }
}

/** What was found on this device in a file of an earlier visit. */
export function keptAdvice(uploadId: string): readonly Advice[] {
  return read().find(([id]) => id === uploadId)?.[1] ?? [];
}
