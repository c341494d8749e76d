import { Box, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { PendingAction } from "~/domain/submission/record/pending-actions";
import {
  type DraftCard,
  dateOr,
  type ReleaseCard,
  releasePath,
  releaseTypeText,
  titleOr,
} from "~/domain/submission/record/release-card";
import { longDate } from "~/platform/formats/dates";
import { isInProgress } from "~/reference/statuses";
import portal from "../portal.module.css";
import { ReleaseState } from "../release-state";
import { ReleaseArtwork } from "./release-artwork";
import styles from "./submission-list.module.css";

interface SubmissionListProps {
  drafts: readonly DraftCard[];
  releases: readonly ReleaseCard[];
  /** What releases wait for, by their ids. */
  actions: Readonly<Record<string, readonly PendingAction[]>>;
  /** The id to continue after, if there are more. */
  next: string | undefined;
  /** Whether there is a page of later submissions. */
  older: boolean;
  /** The number of submissions sent with the account's email address that belong to no account. */
  joinable: number;
}

/** The artist's drafts and submissions, latest first. */
export function SubmissionList(props: SubmissionListProps) {
  const { drafts, releases, actions, next, older, joinable } = props;
  const none = drafts.length + releases.length === 0;
  return (
    <>
      {drafts.length > 0 && (
        <Stack component="section" gap="md" className={portal.section} aria-labelledby="under-way">
          <h2 id="under-way">Under way</h2>
          <Stack component="ul" className={portal.list}>
            {drafts.map((draft) => (
              <DraftItem key={draft.id} draft={draft} />
            ))}
          </Stack>
        </Stack>
      )}
      <Stack component="section" gap="md" className={portal.section} aria-labelledby="submissions">
        <h2 id="submissions">Your Submissions</h2>
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
        {none || releases.length === 0 ? (
          <Empty />
        ) : (
          <ul className={styles.list}>
            {releases.map((release) => (
              <ReleaseItem key={release.id} release={release} actions={actions[release.id] ?? []} />
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
    </>
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

function DraftItem({ draft }: { draft: DraftCard }) {
  const title = titleOr(draft.releaseTitle);
  return (
    <Paper component="li" p="sm">
      <Group>
        <Box w={72}>
          <ReleaseArtwork src={draft.artworkUrl} />
        </Box>
        <Box flex="1 1 160px">
          <h3>{title}</h3>
          <Text size="sm" c="dimmed">
            {draft.isOpenHere ? "Not sent yet." : "Not sent yet, and not open in this browser."}{" "}
            Kept until {longDate(draft.expiresAt)} if nothing changes.
          </Text>
        </Box>
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
      </Group>
    </Paper>
  );
}

interface ReleaseItemProps {
  release: ReleaseCard;
  actions: readonly PendingAction[];
}

function ReleaseItem({ release, actions }: ReleaseItemProps) {
  const title = titleOr(release.releaseTitle);
  const path = releasePath(release);
  return (
    <li className={styles.card}>
      <div>
        <ReleaseArtwork src={release.artworkUrl} />
      </div>
      <Stack gap="xs">
        <h3>{title}</h3>
        <Group gap="0 16px" fz="sm" c="dimmed">
          <span>{releaseTypeText(release.releaseType)}</span>
          <ReleaseState status={release.status} actions={actions} />
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
        <Group gap="4px 16px" mt="auto" className={portal.links}>
          {isInProgress(release.status) && (
            <Button component={Link} to={path} discover="none">
              Complete Release Details
            </Button>
          )}
          {actions.includes("make-changes") && (
            <Button component={Link} to={path} discover="none">
              See what to change
            </Button>
          )}
          <Link to={path} discover="none" aria-label={`View Details: ${title}`}>
            View Details
          </Link>
        </Group>
      </Stack>
    </li>
  );
}
