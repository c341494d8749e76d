import { foldText } from "~/platform/formats/fold-text";
import type { ReleaseModel, TrackModel } from "../package/release-model";
import type { Kind } from "./sheet-formats";

/** What one line of a sheet is about. */
export const lineKinds = ["track", "release", "person"] as const;
export type LineKind = (typeof lineKinds)[number];

export interface Person {
  name: string;
  /** Of its tracks, by role. */
  tracks: ReadonlyMap<string, readonly number[]>;
}

export interface SheetLine {
  release: ReleaseModel;
  track?: TrackModel | undefined;
  person?: Person | undefined;
}

export interface SheetField {
  /** What staff choose it by, and read where it is missing. */
  label: string;
  group: "Release" | "Track" | "People of a track" | "A person and their tracks";
  /** What columns are called that have it, folded; their own words count too. */
  names: readonly string[];
  /** Whether a distributor usually refuses a line without it. */
  isNeeded: boolean;
  /** What the artist is asked for; undefined where only the label can give it. */
  ask: string | undefined;
  formats: readonly { id: string; label: string; example?: RegExp | undefined }[];
  /** The cell of a line, in a format of the field, else in its first; empty where there is no value. */
  cell: (line: SheetLine, format: string) => string | number;
}

/** The words of a name, by which fields and columns find each other. */
export const foldName = (text: string) =>
  foldText(text.replaceAll("℗", " p ").replaceAll("©", " c "));

/** `true`: needed, and not the artist's to give; a text: what the artist is asked for. */
type Need = true | string | undefined;

/** A field without the names of its columns. */
export function sheetField<T>(
  group: SheetField["group"],
  label: string,
  kind: Kind<T>,
  value: (line: SheetLine) => T | undefined,
  need?: Need,
): Omit<SheetField, "names"> {
  return {
    ...{ group, label, formats: kind, isNeeded: need !== undefined },
    ask: typeof need === "string" ? need : undefined,
    cell: (line, format) => {
      const found = value(line);
      const { write } = kind.find(({ id }) => id === format) ?? kind[0];
      return found === undefined ? "" : write(found);
    },
  };
}
