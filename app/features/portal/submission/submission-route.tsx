import { Badge, Box, Button, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { dateOr, releaseTypeText, titleOr } from "~/domain/submission/record/release-card";
import { FINAL_NO } from "~/domain/submission/record/status-text";
import type { OtherDraft, SubmissionView } from "~/domain/submission/record/submission-view";
import { statusTone } from "~/reference/statuses";
import { pageTitle } from "~/ui/page-title";
import { ReleaseArtwork } from "../dashboard/release-artwork";
import { TaskBox } from "../dashboard/task-box";
import portal from "../portal.module.css";
import { ReleaseState } from "../release-state";
import { ResubmitForm } from "./resubmit-form";
import styles from "./submission-details.module.css";
import type { action, loader } from "./submission-route.server";
import { TeamNote } from "./team-note";
import { WhereItStands } from "./where-it-stands";

const BACKGROUNDS = {
  good: "var(--good-wash)",
  waiting: "var(--waiting-wash)",
  bad: "var(--bad-wash)",
  neutral: "var(--surface)",
};

interface SubmissionDetailsProps {
  submission: SubmissionView;
  /** Another draft of this browser that would be replaced. */
  other: OtherDraft | undefined;
}

/** The status of a submission, and everything that was sent with it. */
export function SubmissionDetails({ submission, other }: SubmissionDetailsProps) {
  const { title, artistName, type, status, artwork, banner, reason, note, again } = submission;
  return (
    <Stack gap="xs" pt="sm" pb="lg">
      <p className={portal.links}>
        <Link to="/dashboard?tab=0" discover="none">
          Back to Dashboard
        </Link>
      </p>
      <Text component="h1" ff="text" className="eyebrow">
        Submission Details
      </Text>
      <div className={styles.columns}>
        <div className={styles.side}>
          <ReleaseArtwork src={artwork} />
        </div>
        <Stack gap="lg" maw={640}>
          <Stack component="header" gap="xs">
            <h2 className={portal.title}>{titleOr(title)}</h2>
            <Text size="lg" c="dimmed">
              {artistName}
            </Text>
            <Group>
              <Badge variant="default" size="lg" tt="none">
                {releaseTypeText(type)}
              </Badge>
              <ReleaseState status={status} actions={submission.actions} />
              <Text span size="sm" c="dimmed">
                {submission.reference}
              </Text>
            </Group>
          </Stack>
          {submission.progress && <WhereItStands {...submission} progress={submission.progress} />}
          <Paper
            component="section"
            p="sm"
            bg={BACKGROUNDS[statusTone(status)]}
            aria-labelledby="now"
          >
            <Stack>
              <h2 id="now">{banner.title}</h2>
              <p>{banner.text}</p>
              {reason && (
                <Stack gap="xs">
                  <h3>What the team said</h3>
                  <blockquote className={portal.quote}>{reason}</blockquote>
                </Stack>
              )}
              {submission.isFinal && <p>{FINAL_NO}</p>}
              {again && <ResubmitForm again={again} near={submission.near} other={other} />}
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
            </Stack>
          </Paper>
          <TaskBox tasks={submission.tasks} />
          {note && <TeamNote note={note} />}
          <Dates submission={submission} />
          <Stores links={submission.stores} />
          <Work lines={submission.work} />
          <Media files={submission.media} />
          <Contact submission={submission} />
        </Stack>
      </div>
    </Stack>
  );
}

function Dates({ submission: { releaseDate, createdAt } }: { submission: SubmissionView }) {
  return (
    <Stack component="section" aria-labelledby="dates">
      <h2 id="dates">Important Dates</h2>
      <Group component="dl" gap="16px 64px" className={portal.facts}>
        <div>
          <dt>Release Date</dt>
          <dd>{dateOr(releaseDate)}</dd>
        </div>
        <div>
          <dt>Submission Date</dt>
          <dd>{dateOr(createdAt)}</dd>
        </div>
      </Group>
    </Stack>
  );
}

function Stores({ links }: { links: SubmissionView["stores"] }) {
  if (links.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby="stores">
      <h2 id="stores">Where to hear it</h2>
      <Group component="ul" gap="0 24px" className={`${portal.list} ${portal.links}`}>
        {links.map(({ name, href }) => (
          <li key={href}>
            <a href={href} rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </Group>
    </Stack>
  );
}

function Work({ lines }: { lines: SubmissionView["work"] }) {
  if (lines.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby="work">
      <h2 id="work">What happens to your files</h2>
      <Stack component="dl" className={portal.facts}>
        {lines.map(({ name, text, isHeldUp }) => (
          <div key={name}>
            <dt>{name}</dt>
            <Box component="dd" c={isHeldUp ? "var(--bad)" : undefined}>
              {text}
            </Box>
          </div>
        ))}
      </Stack>
    </Stack>
  );
}

function Media({ files }: { files: SubmissionView["media"] }) {
  return (
    <Stack component="section" aria-labelledby="media">
      <h2 id="media">Media Files</h2>
      {files.length === 0 ? (
        <p>No media files available for this submission.</p>
      ) : (
        <ul className={`${portal.list} ${portal.links}`}>
          {files.map(({ label, name, url }) => (
            <li key={url}>
              <Text span size="sm" c="dimmed" me="sm">
                {label}
              </Text>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
                <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Contact({ submission }: { submission: SubmissionView }) {
  const { supportEmail, reference, title } = submission;
  const subject = encodeURIComponent(`${titleOr(title)} (${reference})`);
  return (
    <Stack component="section" aria-labelledby="support">
      <h2 id="support">Need help?</h2>
      <p>Something to change, or a question? Write to us and mention {reference}.</p>
      <p>
        <Button component="a" href={`mailto:${supportEmail}?subject=${subject}`} variant="default">
          Contact Support
        </Button>
      </p>
    </Stack>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? `${titleOr(data.title)}, Submission Details` : "Submission Details", page);

export default function Submission() {
  const submission = useLoaderData<typeof loader>();
  return <SubmissionDetails submission={submission} other={useActionData<typeof action>()} />;
}
