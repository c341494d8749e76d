import { Button, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import { dateOr, releaseTypeText, titleOr } from "~/domain/submission/record/release-card";
import type { OtherDraft, SubmissionView } from "~/domain/submission/record/submission-view";
import { statusTone } from "~/reference/status-tones";
import { StatusChip } from "~/ui/status-chip";
import { ReleaseArtwork } from "../dashboard/release-artwork";
import { ResubmitForm } from "./resubmit-form";
import styles from "./submission-details.module.css";
import { TeamNote } from "./team-note";
import { Timeline } from "./timeline";

interface SubmissionDetailsProps {
  submission: SubmissionView;
  /** Another draft of this browser that would be replaced. */
  other: OtherDraft | undefined;
}

/** The status of a submission, and everything that was sent with it. */
export function SubmissionDetails({ submission, other }: SubmissionDetailsProps) {
  const { title, artistName, type, status, artwork, banner, reason, note, again } = submission;
  return (
    <div className={styles.page}>
      <p className={styles.back}>
        <Link to="/dashboard?tab=0" discover="none">
          Back to Dashboard
        </Link>
      </p>
      <h1 className={`eyebrow ${styles.what}`}>Submission Details</h1>
      <div className={styles.columns}>
        <div className={styles.side}>
          <ReleaseArtwork src={artwork} />
        </div>
        <div className={styles.main}>
          <header className={styles.head}>
            <h2 className={styles.title}>{titleOr(title)}</h2>
            <p className={styles.artist}>{artistName}</p>
            <p className={styles.chips}>
              <span className={styles.type}>{releaseTypeText(type)}</span>
              <StatusChip status={status} />
              <span className={styles.reference}>{submission.reference}</span>
            </p>
          </header>
          <section className={styles.banner} data-tone={statusTone(status)} aria-labelledby="now">
            <h2 id="now">{banner.title}</h2>
            <p>{banner.text}</p>
            {reason && (
              <div className={styles.reason}>
                <h3>What the team said</h3>
                <blockquote className={styles.said}>{reason}</blockquote>
              </div>
            )}
            {again && <ResubmitForm again={again} other={other} />}
            {submission.detailsPath && (
              <p>
                <Button component={Link} to={submission.detailsPath} discover="none">
                  Complete Release Details
                </Button>
              </p>
            )}
            {submission.publicPath && (
              <p>
                <a href={submission.publicPath}>See the release's own page</a>
              </p>
            )}
          </section>
          {note && <TeamNote note={note} />}
          <Timeline steps={submission.timeline} />
          <Dates submission={submission} />
          <Stores links={submission.stores} />
          <Work lines={submission.work} />
          <Media files={submission.media} />
          <Contact submission={submission} />
        </div>
      </div>
    </div>
  );
}

function Dates({ submission: { releaseDate, createdAt } }: { submission: SubmissionView }) {
  return (
    <section className={styles.section} aria-labelledby="dates">
      <h2 id="dates">Important Dates</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Release Date</dt>
          <dd>{dateOr(releaseDate)}</dd>
        </div>
        <div>
          <dt>Submission Date</dt>
          <dd>{dateOr(createdAt)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Links to the release in stores, once the team has added them. */
function Stores({ links }: { links: SubmissionView["stores"] }) {
  if (links.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="stores">
      <h2 id="stores">Where to hear it</h2>
      <ul className={styles.stores}>
        {links.map(({ name, href }) => (
          <li key={href}>
            <a href={href} rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Work({ lines }: { lines: SubmissionView["work"] }) {
  if (lines.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="work">
      <h2 id="work">What happens to your files</h2>
      <dl className={styles.work}>
        {lines.map(({ name, text, isHeldUp }) => (
          <div key={name} data-held={isHeldUp || undefined}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Media({ files }: { files: SubmissionView["media"] }) {
  return (
    <section className={styles.section} aria-labelledby="media">
      <h2 id="media">Media Files</h2>
      {files.length === 0 ? (
        <p>No media files available for this submission.</p>
      ) : (
        <ul className={styles.media}>
          {files.map(({ label, name, url }) => (
            <li key={url}>
              <span className={styles.label}>{label}</span>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
                <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Contact({ submission }: { submission: SubmissionView }) {
  const { supportEmail, reference, title } = submission;
  const subject = encodeURIComponent(`${titleOr(title)} (${reference})`);
  return (
    <section className={styles.section} aria-labelledby="support">
      <h2 id="support">Need help?</h2>
      <p>Something to change, or a question? Write to us and mention {reference}.</p>
      <p>
        <Button component="a" href={`mailto:${supportEmail}?subject=${subject}`} variant="default">
          Contact Support
        </Button>
      </p>
    </section>
  );
}
