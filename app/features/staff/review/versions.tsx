import { Kbd } from "@mantine/core";
import type { ComparedField } from "~/domain/review/compare-versions";
import { longDate } from "~/platform/formats/dates";
import { useDesk } from "../desk/desk-context";
import { Wave } from "../desk/wave";
import { Disclosure } from "../disclosure";
import { Initials } from "../initials";
import styles from "./entry.module.css";
import type { ReviewSubmission } from "./review-page.server";

type VersionsProps = NonNullable<ReviewSubmission["versions"]> & {
  /** The names of the tracks, in their order. */
  titles: readonly string[];
};

function Fields({ fields }: { fields: readonly ComparedField[] }) {
  return (
    <dl className={styles.compared}>
      {fields.map(({ field, before, now, isChanged }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {isChanged ? <del>{before || "Nothing"}</del> : before}
            {isChanged && <ins>{now || "Nothing"}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Both versions of a track on one axis, with the place of the player. */
function BothWaves({ number, title, before }: BothWavesProps) {
  const { dock, trackAt } = useDesk();
  const now = trackAt(number);
  const played = dock.track && dock.track.src === now?.src ? dock.played : 0;
  return (
    <div className={styles.both}>
      <p>
        <strong>
          {number} {title}
        </strong>{" "}
        <Kbd>B</Kbd> switches
      </p>
      <span>A before</span>
      {before.findings ? <Wave findings={before.findings} played={played} /> : <span />}
      <span>B now</span>
      {now?.findings ? <Wave findings={now.findings} played={played} /> : <span />}
    </div>
  );
}

interface BothWavesProps {
  number: number;
  title: string;
  before: NonNullable<VersionsProps["previousTracks"][number]>;
}

/** Both versions of a release that was sent again: what was asked for, both sounds, and what changed. */
export function Versions(props: VersionsProps) {
  const { other, isOtherNewer, fields, hasSameFiles, request, previousTracks, titles } = props;
  const changed = fields.filter(({ isChanged }) => isChanged);
  const unchanged = fields.filter(({ isChanged }) => !isChanged);
  return (
    <section className={styles.asked} id="versions" aria-label="Versions">
      {request && (
        <div className={styles.request}>
          {request.by && <Initials name={request.by} />}
          <div>
            <p>
              {request.by ?? "The board"} asked on {longDate(request.at)}
            </p>
            <blockquote>{request.text}</blockquote>
          </div>
        </div>
      )}
      {previousTracks.map(
        (before, index) =>
          before && (
            <BothWaves
              key={before.src}
              number={index + 1}
              title={titles[index] ?? ""}
              before={before}
            />
          ),
      )}
      <div className={styles.compare}>
        <p>
          {isOtherNewer ? "The artist sent it again as " : "This is a new version of "}
          <a href={`/staff/submissions/${other.id}`}>{other.reference}</a>, of {longDate(other.at)}.
          {isOtherNewer && " Decide on the new version."}
          {hasSameFiles && " The files are the same."}
        </p>
        {changed.length > 0 ? <Fields fields={changed} /> : <p>No answer has changed.</p>}
        <Disclosure summary={`As before (${unchanged.length})`}>
          <Fields fields={unchanged} />
        </Disclosure>
      </div>
    </section>
  );
}
