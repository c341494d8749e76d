import type { FieldErrors } from "~/forms/form-reply";
import { lastOf } from "~/platform/formats/last-of";
import type { TrackTitles } from "../release-tracks";

/** What is missing of one part of a release, or of several tracks alike. */
export interface MissingGroup {
  /** Of what, in words. */
  title: string;
  /** Each with the field it leads to: the first of those it is said of. */
  lines: { field: string; text: string }[];
}

/** Track numbers in words: 2 to 12, or 2, 4 and 7. */
function numbersText(numbers: readonly number[]): string {
  const [first = 0] = numbers;
  const last = lastOf(numbers) ?? first;
  if (numbers.length > 2 && last - first === numbers.length - 1) return `${first} to ${last}`;
  return `${numbers.slice(0, -1).join(", ")} and ${last}`;
}

function titleOf(indexes: readonly number[], { tracks }: TrackTitles): string {
  const [index = 0] = indexes;
  const name = tracks[index]?.title;
  if (indexes.length === 1) return [`Track ${index + 1}`, ...(name ? [name] : [])].join(", ");
  return indexes.length === tracks.length
    ? `Each of the ${tracks.length} tracks`
    : `Each of tracks ${numbersText(indexes.map((one) => one + 1))}`;
}

/**
 * What is missing in a list that a phone can show: of the release, then by track, and tracks that lack the
 * same in one group.
 */
export function groupMissing(gaps: FieldErrors, form: TrackTitles): MissingGroup[] {
  const release: MissingGroup = { title: "The release", lines: [] };
  const byTrack = new Map<number, MissingGroup["lines"]>();
  for (const [field, { text }] of Object.entries(gaps)) {
    const indexText = /^tracks\[(\d+)\]\./.exec(field)?.[1];
    if (indexText === undefined) {
      release.lines.push({ field, text });
      continue;
    }
    const index = Number(indexText);
    const lines = byTrack.get(index) ?? [];
    lines.push({ field, text: text.replace(/^Track \d+: /, "") });
    byTrack.set(index, lines);
  }
  const alike = new Map<string, number[]>();
  for (const [index, lines] of byTrack) {
    const what = lines.map(({ field, text }) => [field.replace(/^tracks\[\d+\]/, ""), text]);
    const key = JSON.stringify(what);
    alike.set(key, [...(alike.get(key) ?? []), index]);
  }
  const tracks = [...alike.values()].map((indexes) => ({
    title: titleOf(indexes, form),
    lines: byTrack.get(indexes[0] ?? 0) ?? [],
  }));
  return [release, ...tracks].filter(({ lines }) => lines.length > 0);
}

/** The same as one error for each line, for a summary: nothing else of them changes. */
export function summarizeMissing(gaps: FieldErrors, form: TrackTitles): FieldErrors {
  if (form.tracks.length < 2) return gaps;
  return Object.fromEntries(
    groupMissing(gaps, form).flatMap(({ title, lines }) =>
      lines.flatMap(({ field, text }) => {
        const gap = gaps[field];
        const of = field.startsWith("tracks[") ? `${title}: ` : "";
        return gap ? [[field, { ...gap, text: of + text }]] : [];
      }),
    ),
  );
}
