import { Badge, Group } from "@mantine/core";
import { entryLabels } from "~/domain/review/queue-filter";
import type { ReviewItem } from "~/domain/review/review-item";
import type { StatusTone } from "~/reference/statuses";
import { StatusMark } from "~/ui/status-mark";

interface RowFlagsProps {
  item: ReviewItem;
  mine: boolean;
  hasNote: boolean;
  /** How its mails stand; undefined while they go out. */
  mailTrouble?: "failed" | "waiting" | undefined;
}

const MAIL_FLAGS = { failed: "Email not sent", waiting: "Email waits" } as const;

/** The tones of flags that ask for attention first. */
const TONES: ReadonlyMap<string, StatusTone> = new Map([
  [MAIL_FLAGS.failed, "bad"],
  [MAIL_FLAGS.waiting, "waiting"],
]);

/** What is special about an entry, in words. */
export function rowFlags({ item, mine, hasNote, mailTrouble }: RowFlagsProps): string[] {
  const {
    kind,
    entry,
    isResent,
    hasFindings,
    assignedName,
    shortlistedAt,
    changesAskedAt,
    isReplaced,
  } = item;
  return [
    ...(mailTrouble ? [MAIL_FLAGS[mailTrouble]] : []),
    ...(isReplaced ? ["New version sent"] : changesAskedAt === null ? [] : ["Changes asked"]),
    ...(kind === "submission" && (entry === "invited" || entry === "returning")
      ? [entryLabels[entry]]
      : []),
    ...(isResent ? ["Resent"] : []),
    ...(hasFindings ? ["Findings"] : []),
    ...(shortlistedAt === null ? [] : ["Shortlist"]),
    ...(mine ? ["Yours"] : assignedName ? [`In ${assignedName}'s hands`] : []),
    ...(hasNote ? ["Note"] : []),
  ];
}

export function RowFlags(props: RowFlagsProps) {
  const flags = rowFlags(props);
  if (flags.length === 0) return null;
  return (
    <Group component="ul" gap={4} style={{ listStyle: "none" }}>
      {flags.map((flag) => (
        <li key={flag}>
          <Flag flag={flag} />
        </li>
      ))}
    </Group>
  );
}

function Flag({ flag }: { flag: string }) {
  const tone = TONES.get(flag);
  if (tone) return <StatusMark tone={tone}>{flag}</StatusMark>;
  return (
    <Badge
      component="span"
      variant="outline"
      color={flag === "Findings" ? "waiting" : "gray"}
      tt="none"
      style={{ whiteSpace: "normal", height: "auto" }}
    >
      {flag}
    </Badge>
  );
}
