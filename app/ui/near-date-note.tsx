import { longDate } from "~/platform/formats/dates";

interface NearDateNoteProps {
  /** YYYY-MM-DD: the release date, which is too near by now. */
  chosen: string;
  /** YYYY-MM-DD: the first possible date. */
  next: string;
}

/** Says that a release can't come out on its date any more, and when it can. */
export function NearDateNote({ chosen, next }: NearDateNoteProps) {
  return (
    <p>
      Your release date, {longDate(chosen)}, is too near now. The first possible date is{" "}
      {longDate(next)}.
    </p>
  );
}
