import type { FormValue, FormValues } from "~/forms/read-form";

/** What a button of the step's form asks to change before the form is shown again. */
export interface Edit {
  /** The values as typed, with the change made. */
  values: FormValues;
  /** The slot whose file is to go. */
  emptied?: string;
}

function isGroup(value: FormValue | undefined): value is FormValues {
  return typeof value === "object" && !Array.isArray(value);
}

/** The songwriter rows of the first track, as posted. */
function writersOf(values: FormValues): FormValue[] {
  const [track] = Array.isArray(values.tracks) ? values.tracks : [];
  const made = isGroup(track) ? track.metadata : undefined;
  const rows = isGroup(made) ? made.songwriters : undefined;
  return Array.isArray(rows) ? rows : [];
}

function withWriters(values: FormValues, rows: FormValue[]): FormValues {
  const [first] = Array.isArray(values.tracks) ? values.tracks : [];
  const track = isGroup(first) ? first : {};
  const made = isGroup(track.metadata) ? track.metadata : {};
  return { ...values, tracks: [{ ...track, metadata: { ...made, songwriters: rows } }] };
}

/** Carries out the buttons that change the form itself; other intents leave it as typed. */
export function editMusic(intent: string, values: FormValues): Edit {
  const [verb, target = ""] = intent.split(/:(.*)/s);
  switch (verb) {
    case "remove-file":
      return { values, emptied: target };
    case "add-songwriter":
      return {
        values: withWriters(values, [
          ...writersOf(values),
          { firstName: "", lastName: "", percentage: "" },
        ]),
      };
    case "remove-songwriter":
      return {
        values: withWriters(
          values,
          writersOf(values).filter((_, row) => String(row) !== target),
        ),
      };
    default:
      return { values };
  }
}
