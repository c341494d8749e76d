import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import {
  type DraftCard,
  dateOr,
  isInProgress,
  type ReleaseCard,
  releasePath,
  releaseTypeText,
  titleOr,
} from "~/domain/submission/record/release-card";
import { longDate } from "~/platform/formats/dates";
import { StatusChip } from "~/ui/status-chip";
import { ReleaseArtwork } from "./release-artwork";
import styles from "./submission-list.module.css";

interface SubmissionListProps {
  drafts: readonly DraftCard[];
  releases: readonly ReleaseCard[];
  /** The id to continue after, if there are more. */
  next: string | undefined;
  /** Whether there is a page of later submissions. */
  older: boolean;
  /** The number of submissions sent with the account's email address that belong to no account. */
  joinable: number;
}

/** The artist's drafts and submissions, latest first. */
export function SubmissionList(props: SubmissionListProps) {
  const { drafts, releases, next, older, joinable } = props;
  const none = drafts.length + releases.length === 0;
  return (
    <>
      {drafts.length > 0 && (
        <section className={styles.section} aria-labelledby="under-way">
          <h2 id="under-way">Under way</h2>
          <ul className={styles.drafts}>
            {drafts.map((draft) => (
              <DraftItem key={draft.id} draft={draft} />
            ))}
          </ul>
        </section>
      )}
      <section className={styles.section} aria-labelledby="submissions">
        <h2 id="submissions">Your Submissions</h2>
        {joinable > 0 && (
          <p className={styles.note}>
            {joinable === 1
              ? "1 submission was sent under your email address and isn't"
              : `${joinable} submissions were sent under your email address and aren't`}{" "}
            in your account yet.{" "}
            <Link to="/dashboard/join" discover="none">
              Look and add
            </Link>
          </p>
        )}
        {none || releases.length === 0 ? (
          <Empty />
        ) : (
          <ul className={styles.list}>
            {releases.map((release) => (
              <ReleaseItem key={release.id} release={release} />
            ))}
          </ul>
        )}
        {(older || next) && (
          <p className={styles.pages}>
            {older && (
              <Link to="/dashboard?tab=0#submissions" discover="none">
                Latest submissions
              </Link>
            )}
            {next && (
              <Link to={`/dashboard?tab=0&before=${next}#submissions`} discover="none">
                Earlier submissions
              </Link>
            )}
          </p>
        )}
      </section>
    </>
  );
}

function Empty() {
  return (
    <div className={styles.empty}>
      <p>You don't have any submissions yet.</p>
      <Button component={Link} to="/submit" discover="none" variant="default">
        Submit Music
      </Button>
    </div>
  );
}

function DraftItem({ draft }: { draft: DraftCard }) {
  const title = titleOr(draft.releaseTitle);
  return (
    <li className={styles.draft}>
      <div>
        <ReleaseArtwork src={draft.artworkUrl} />
      </div>
      <div>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.note}>
          {draft.isOpenHere ? "Not sent yet." : "Not sent yet, and not open in this browser."} Kept
          until {longDate(draft.expiresAt)} if nothing changes.
        </p>
      </div>
      {draft.isOpenHere ? (
        <Button component={Link} to="/submit" discover="none" aria-label={`Continue ${title}`}>
          Continue
        </Button>
      ) : (
        <form method="post" action="/dashboard/continue">
          <Button type="submit" name="draft" value={draft.id} aria-label={`Continue ${title}`}>
            Continue
          </Button>
        </form>
      )}
    </li>
  );
}

function ReleaseItem({ release }: { release: ReleaseCard }) {
  const title = titleOr(release.releaseTitle);
  const path = releasePath(release);
  return (
    <li className={styles.card}>
      <div>
        <ReleaseArtwork src={release.artworkUrl} />
      </div>
      <div className={styles.told}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.kind}>
          <span>{releaseTypeText(release.releaseType)}</span>
          <StatusChip status={release.status} />
        </p>
        <dl className={styles.dates}>
          <div>
            <dt>Release Date</dt>
            <dd>{dateOr(release.releaseDate)}</dd>
          </div>
          <div>
            <dt>Submitted</dt>
            <dd>{dateOr(release.createdAt)}</dd>
          </div>
        </dl>
        <p className={styles.actions}>
          {isInProgress(release.status) && (
            <Button component={Link} to={path} discover="none">
              Complete Release Details
            </Button>
          )}
          <Link to={path} discover="none" aria-label={`View Details: ${title}`}>
            View Details
          </Link>
        </p>
      </div>
    </li>
  );
}
