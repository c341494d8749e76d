import { Stack } from "@mantine/core";
import type { ArtistBackground, RelatedEntry } from "~/domain/review/artist-background.server";
import { longDate, shortDate } from "~/platform/formats/dates";
import { formatIsrc } from "~/platform/formats/isrc";
import { isAccepted, statusLabel, statusTone } from "~/reference/statuses";
import { StatusChip } from "~/ui/status-chip";
import { StatusShape } from "~/ui/status-mark";
import { Dimmed } from "../dimmed";
import { pluralize } from "../format-count";
import { RowList } from "../row-list";
import styles from "./decision.module.css";
import type { DecisionProps } from "./entry-data";

/** So many of the artist's other submissions are told beside the decision, and only there. */
const SUMMARY_LENGTH = 3;

const pagePath = (id: string) => `/staff/submissions/${id}`;

interface ArrivalProps {
  /** How it came, as the submission says; undefined for an entry of the waiting list. */
  entry: string | undefined;
  background: ArtistBackground;
}

function arrivalText({ entry, background: { link } }: ArrivalProps): string {
  const by = link?.staffName ? ` by ${link.staffName}` : "";
  if (entry === "invited")
    return link
      ? `Sent by an invitation that was made${by} on ${longDate(link.createdAt)}.`
      : "Sent by an invitation that is no longer stored.";
  if (entry === "returning")
    return link
      ? `Sent by the returning artist's link of ${link.artistName} (${link.email}), which was made${by} on ${longDate(link.createdAt)}.`
      : "Sent by a returning artist's link that is no longer stored.";
  return "Sent through the open form.";
}

function Resent({ text, related }: { text: string; related: RelatedEntry | undefined }) {
  if (!related) return null;
  return (
    <p>
      {text} <a href={pagePath(related.id)}>{related.reference}</a>{" "}
      <StatusChip status={related.status} />
    </p>
  );
}

function agreementText({ version, staffName, signedAt }: ArtistBackground["agreements"][number]) {
  const date = longDate(signedAt);
  return version === null
    ? `Signed on paper, as ${staffName} noted on ${date}.`
    : `Signed on ${date}, version ${version}.`;
}

function splitsText({ asked, confirmed, disputed }: ArtistBackground["splits"]): string {
  if (asked === 0) return "No songwriter was asked to confirm a split.";
  const text = `${confirmed} of ${asked} splits confirmed.`;
  return disputed > 0 ? `${text} ${disputed} disputed.` : text;
}

interface RelatedRowProps {
  related: RelatedEntry;
  /** Said after its date. */
  remark?: string;
}

function RelatedRow({ related, remark }: RelatedRowProps) {
  const { id, title, artistName, reference, status, createdAt, notes } = related;
  return (
    <>
      <p>
        <a href={pagePath(id)}>{title || artistName || reference}</a> <StatusChip status={status} />
      </p>
      <Dimmed>
        {longDate(createdAt)}
        {remark && `. ${remark}`}
        {notes > 0 && (
          <>
            {". "}
            <a href={`${pagePath(id)}#notes`}>{pluralize(notes, "note")} of colleagues</a>
          </>
        )}
      </Dimmed>
    </>
  );
}

interface RelatedListProps {
  heading: string;
  /** Their ids tell one entry from itself, where it is there for two tracks. */
  rows: readonly (RelatedRowProps & { id: string })[];
}

function RelatedList({ heading, rows }: RelatedListProps) {
  if (rows.length === 0) return null;
  return (
    <div>
      <h3>{heading}</h3>
      <RowList rows={rows}>{(row) => <RelatedRow {...row} />}</RowList>
    </div>
  );
}

const rowsOf = (entries: readonly RelatedEntry[]) =>
  entries.map((related) => ({ id: related.id, related }));

interface DoublesProps {
  background: Pick<ArtistBackground, "sameAudio" | "sameIsrc">;
  /** Number and title of the track of an upload. */
  trackName: (uploadId: string) => string;
}

/** Recordings that are one, and recordings that share a code. */
function Doubles({ background, trackName }: DoublesProps) {
  const { sameAudio, sameIsrc } = background;
  const audioRemark = ({ uploadId, isSameFile, isrcs, artistName }: (typeof sameAudio)[number]) =>
    `${trackName(uploadId)}: the same ${isSameFile ? "file" : "audio in another file"}, from ${artistName}${
      isrcs
        ? `. One recording with two ISRCs: ${formatIsrc(isrcs.isrc)} here, ${formatIsrc(isrcs.other)} there`
        : ""
    }`;
  return (
    <>
      <RelatedList
        heading="The same audio was sent before or since"
        rows={sameAudio.map((related) => ({
          id: `${related.uploadId} ${related.id}`,
          related,
          remark: audioRemark(related),
        }))}
      />
      <RelatedList
        heading="The same ISRC is on another recording"
        rows={sameIsrc.map(({ uploadId, isrc, ...related }) => ({
          id: `${uploadId} ${related.id}`,
          related,
          remark: `${trackName(uploadId)}: ${formatIsrc(isrc)} is there too, with other audio`,
        }))}
      />
    </>
  );
}

interface ArtistBackgroundPanelProps extends ArrivalProps {
  tracks: readonly { title: string; uploadId?: string | undefined }[];
}

/** How an entry came, and what else its artist has sent and signed. */
export function ArtistBackgroundPanel({ entry, background, tracks }: ArtistBackgroundPanelProps) {
  const { submissions, hasMoreSubmissions, waitingEntries, agreements, splits } = background;
  const { resentFrom, resentAs } = background;
  const trackName = (uploadId: string) => {
    const index = tracks.findIndex((track) => track.uploadId === uploadId);
    return `Track ${index + 1}${tracks[index]?.title ? ` (${tracks[index].title})` : ""}`;
  };
  const isFirst = submissions.length + waitingEntries.length === 0;
  return (
    <Stack component="section" gap="sm" id="background">
      {entry !== undefined && <p>{arrivalText({ entry, background })}</p>}
      <Resent text="Sent again after" related={resentFrom} />
      <Resent text="Sent again since, as" related={resentAs} />
      <Doubles background={background} trackName={trackName} />
      {isFirst && <Dimmed>Nothing else came from this artist.</Dimmed>}
      <RelatedList heading="Older submissions" rows={rowsOf(submissions.slice(SUMMARY_LENGTH))} />
      {hasMoreSubmissions && (
        <Dimmed>These are the latest {submissions.length}. Search the queue for the others.</Dimmed>
      )}
      <RelatedList heading="On the waiting list" rows={rowsOf(waitingEntries)} />
      {entry !== undefined && (
        <div>
          <h3>Agreement and splits</h3>
          {agreements.length === 0 && <p>No agreement was signed.</p>}
          {agreements.map((agreement) => (
            <p key={agreement.signedAt}>{agreementText(agreement)}</p>
          ))}
          <p>{splitsText(splits)}</p>
        </div>
      )}
    </Stack>
  );
}

/** The artist's last submissions, and how many were accepted. */
export function BackgroundSummary({ item, submission, entry }: DecisionProps) {
  const { submissions = [], hasMoreSubmissions } =
    submission?.background ?? entry?.background ?? {};
  if (submissions.length === 0) return null;
  const accepted = submissions.filter(({ status }) => isAccepted(status)).length;
  return (
    <section>
      <h3>
        {item.artistName} before
        <span>
          {accepted} of {submissions.length}
          {hasMoreSubmissions && "+"} accepted
        </span>
      </h3>
      <ul className={styles.before}>
        {submissions
          .slice(0, SUMMARY_LENGTH)
          .map(({ id, title, reference, status, createdAt, notes }) => (
            <li key={id}>
              <a href={pagePath(id)}>
                {title || reference}
                {notes > 0 && `, ${pluralize(notes, "note")}`}
              </a>
              <span data-tone={statusTone(status)}>
                <StatusShape tone={statusTone(status)} /> {statusLabel(status)}
              </span>
              <span>{shortDate(createdAt)}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}
