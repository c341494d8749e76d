import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import {
  dateOr,
  type ReleaseCard,
  releasePath,
  releaseTypeText,
  titleOr,
} from "~/domain/submission/record/release-card";
import { isInProgress } from "~/reference/statuses";
import { ReleaseLine } from "~/ui/release-line";
import { StatusChip } from "~/ui/status-chip";
import portal from "../portal.module.css";
import { ReleaseArtwork } from "./release-artwork";
import styles from "./submission-list.module.css";

interface SubmissionListProps {
  releases: readonly ReleaseCard[];
  /** The id to continue after, if there are more. */
  next: string | undefined;
  /** Whether there is a page of later submissions. */
  older: boolean;
  /** The number of submissions sent with the account's email address that belong to no account. */
  joinable: number;
}

/** The artist's submissions as covers, latest first. */
export function SubmissionList(props: SubmissionListProps) {
  const { releases, next, older, joinable } = props;
  return (
    <Stack component="section" gap="md" aria-labelledby="submissions">
      <Group justify="space-between">
        <h2 id="submissions">Your Submissions</h2>
        {releases.length > 0 && (
          <Button component={Link} to="/submit" discover="none" variant="default">
            Submit Music
          </Button>
        )}
      </Group>
      {joinable > 0 && (
        <Text size="sm" c="dimmed">
          {joinable === 1
            ? "1 submission was sent under your email address and isn't"
            : `${joinable} submissions were sent under your email address and aren't`}{" "}
          in your account yet.{" "}
          <Link to="/dashboard/join" discover="none">
            Look and add
          </Link>
        </Text>
      )}
      {releases.length === 0 ? (
        <Empty />
      ) : (
        <ul className={styles.list}>
          {releases.map((release) => (
            <ReleaseItem key={release.id} release={release} />
          ))}
        </ul>
      )}
      {(older || next) && (
        <Group gap="0 24px" className={portal.links}>
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
        </Group>
      )}
    </Stack>
  );
}

function Empty() {
  return (
    <Stack align="flex-start">
      <p>You don't have any submissions yet.</p>
      <Button component={Link} to="/submit" discover="none" variant="default">
        Submit Music
      </Button>
    </Stack>
  );
}

function ReleaseItem({ release }: { release: ReleaseCard }) {
  const title = titleOr(release.releaseTitle);
  const path = releasePath(release);
  const { stages, next } = release.progress;
  return (
    <li className={styles.card}>
      <ReleaseArtwork src={release.artworkUrl} />
      <Stack gap={4}>
        <h3>{title}</h3>
        <Group gap="4px 12px" fz="sm" c="dimmed">
          <span>{releaseTypeText(release.releaseType)}</span>
          <StatusChip status={release.status} />
        </Group>
        <Box component="dl" fz="sm" className={portal.facts}>
          <Group gap="0 8px">
            <dt>Release Date</dt>
            <dd>{dateOr(release.releaseDate)}</dd>
          </Group>
          <Group gap="0 8px">
            <dt>Submitted</dt>
            <dd>{dateOr(release.createdAt)}</dd>
          </Group>
        </Box>
      </Stack>
      <Stack gap="xs" className={styles.way}>
        <ReleaseLine stages={stages} />
        <Group justify="space-between" align="baseline" wrap="nowrap">
          <Text size="sm">
            <strong>{next.what}</strong> {next.when}
          </Text>
          <Link to={path} discover="none" aria-label={`View Details: ${title}`}>
            View Details
          </Link>
        </Group>
        {isInProgress(release.status) && (
          <Button component={Link} to={path} discover="none" variant="default">
            Complete Release Details
          </Button>
        )}
      </Stack>
    </li>
  );
}
