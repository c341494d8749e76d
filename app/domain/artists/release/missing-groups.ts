import type { FieldErrors } from "~/forms/form-reply";
import { lastOf } from "~/platform/formats/last-of";
import type { TrackTitles } from "../release-tracks";

export interface MissingGroup {
  title: string;
  /** Each links to the first field it is about. */
  lines: { field: string; text: string }[];
}

function numbersText(numbers: readonly number[]): string {
  const [first = 0] = numbers;
  const last = lastOf(numbers) ?? first;
  if (numbers.length > 2 && last - first === numbers.length - 1) return `${first} to ${last}`;
  return `${numbers.slice(0, -1).join(", ")} and ${last}`;
}

function groupTitle(indexes: readonly number[], { tracks }: TrackTitles): string {
  const [index = 0] = indexes;
  const name = tracks[index]?.title;
  if (indexes.length === 1) return [`Track ${index + 1}`, ...(name ? [name] : [])].join(", ");
  return indexes.length === tracks.length
    ? `Each of the ${tracks.length} tracks`
    : `Each of tracks ${numbersText(indexes.map((trackIndex) => trackIndex + 1))}`;
}

/**
 * Groups missing fields for a small screen: the release, then tracks; tracks that lack the same
 * share a group.
 */
export function groupMissing(missing: FieldErrors, form: TrackTitles): MissingGroup[] {
  const release: MissingGroup = { title: "The release", lines: [] };
  const byTrack = new Map<number, MissingGroup["lines"]>();
  for (const [field, { text }] of Object.entries(missing)) {
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
  const groups = new Map<string, number[]>();
  for (const [index, lines] of byTrack) {
    const fields = lines.map(({ field, text }) => [field.replace(/^tracks\[\d+\]/, ""), text]);
    const key = JSON.stringify(fields);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  const tracks = [...groups.values()].map((indexes) => ({
    title: groupTitle(indexes, form),
    lines: byTrack.get(indexes[0] ?? 0) ?? [],
  }));
  return [release, ...tracks].filter(({ lines }) => lines.length > 0);
}

/** Reduces the errors to one for each line of the groups, for an error summary. */
export function summarizeMissing(missing: FieldErrors, form: TrackTitles): FieldErrors {
  if (form.tracks.length < 2) return missing;
  return Object.fromEntries(
    groupMissing(missing, form).flatMap(({ title, lines }) =>
      lines.flatMap(({ field, text }) => {
        const error = missing[field];
        const prefix = field.startsWith("tracks[") ? `${title}: ` : "";
        return error ? [[field, { ...error, text: prefix + text }]] : [];
      }),
    ),
  );
}
