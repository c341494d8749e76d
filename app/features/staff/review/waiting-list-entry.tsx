import { Button, Group, Stack, Text } from "@mantine/core";
import { useRef } from "react";
import { partsOf } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";
import { longDate } from "~/platform/formats/dates";
import { isAccepted } from "~/reference/statuses";
import { SecondaryButton } from "~/ui/intent-button";
import { Dimmed } from "../dimmed";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import { DefinitionList, linkTo, webAddress } from "./definition-list";
import type { EntryData } from "./entry-data";

/** Labels of the waiting list's fields; other fields show their own names. */
const FIELDS: Readonly<Record<string, string>> = {
  ...partsOf(formFields.artist, "called"),
  ...partsOf(formFields.artist, "label"),
  spotifyProfile: "Spotify",
  listenLink: "Listen",
  projectDescription: "Project",
  submissionIntent: "Wants to",
};
const isLink = (name: string) =>
  name === "listenLink" || name in partsOf(formFields.artist, "isLink");

const INTENT_LABELS: Readonly<Record<string, string>> = {
  "submit-music": "Submit their music",
  "keep-updated": "Be kept updated",
};

function formatAnswer(name: string, text: string) {
  if (isLink(name)) return linkTo(text);
  return name === "submissionIntent" ? (INTENT_LABELS[text] ?? text) : text;
}

/** Opens the music that an artist left a link to, also by the key `l`. */
function ListenButton({ address }: { address: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useShortcuts({ l: () => link.current?.click() });
  const url = webAddress(address);
  if (!url) return null;
  return (
    <div>
      <Button
        ref={link}
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer noopener nofollow"
        variant="default"
        aria-keyshortcuts="l"
      >
        Listen to their music
      </Button>
    </div>
  );
}

/** The answers of a waiting-list entry. */
export function WaitingListEntryDetails({ answers }: { answers: Record<string, string> }) {
  const rows = Object.entries(answers).map(
    ([name, text]) => [FIELDS[name] ?? name, formatAnswer(name, text)] as const,
  );
  return (
    <Stack component="section">
      <h2>What they left</h2>
      <ListenButton address={answers.listenLink ?? ""} />
      <DefinitionList rows={rows} />
    </Stack>
  );
}

type Invitation = NonNullable<NonNullable<EntryData["entry"]>["invitation"]>;

function invitationStatus({ state, openedAt, redeemedAt, expiresAt }: Invitation): string {
  if (state === "used" && redeemedAt) return `Used on ${longDate(redeemedAt)}.`;
  if (state === "expired")
    return `Expired on ${longDate(expiresAt)}. Deactivate it to invite again.`;
  const until = `It works until ${longDate(expiresAt)}.`;
  return openedAt === null
    ? `Not opened yet. ${until}`
    : `Opened on ${longDate(openedAt)}, nothing submitted yet. ${until}`;
}

interface InviteProps extends Pick<EntryData, "item"> {
  invitation: Invitation | undefined;
}

/** A button that invites an entry; afterwards the state of the invitation. */
export function InviteForm({ item: { id, status }, invitation }: InviteProps) {
  if (!invitation)
    return (
      <form method="post" action="/staff/links/invitation" aria-label="Invite">
        <Group justify="space-between" gap="xs">
          <p>
            {isAccepted(status)
              ? "Approved: their link is promised. Not invited yet"
              : "Not invited yet"}
          </p>
          <input type="hidden" name="waitingListId" value={id} />
          <SecondaryButton intent="invite">Invite</SecondaryButton>
        </Group>
      </form>
    );
  const { email, staffName, createdAt, redeemedBy } = invitation;
  return (
    <Stack component="section">
      <Text component="h2" size="xl">
        Invitation
      </Text>
      <p>
        <strong>Invited</strong> on {longDate(createdAt)}
        {staffName && ` by ${staffName}`}. {invitationStatus(invitation)}
      </p>
      <Dimmed>
        {redeemedBy
          ? "Decide on what they submitted: this entry has its reply."
          : "This is your reply. To change it, deactivate the link first."}
      </Dimmed>
      <p>
        {redeemedBy ? (
          <a href={`/staff/submissions/${redeemedBy}`}>See the submission</a>
        ) : (
          <a href={`/staff/links?q=${encodeURIComponent(email)}`}>See the link</a>
        )}
      </p>
    </Stack>
  );
}
