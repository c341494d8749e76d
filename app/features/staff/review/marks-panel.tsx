import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import { useRef } from "react";
import { type ItemMarks, joinTags, MAX_RATING, tagSuggestions } from "~/domain/review/item-marks";
import type { Colleague } from "~/domain/review/note-parts";
import type { ReviewItem } from "~/domain/review/review-item";
import type { ReviewReply } from "~/domain/review/review-reply";
import { IntentButton } from "~/ui/intent-button";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import { ReloadLink } from "./reload-link";

interface MarksPanelProps {
  marks: ItemMarks;
  /** The tags in use, of any entry. */
  knownTags: readonly string[];
  reply: ReviewReply;
  /** The path and query of this page. */
  currentPath: string;
}

/**
 * What the team notes of an entry for itself. Its forms are Remix's, so that with script the page stays and
 * plays on.
 */
export function MarksPanel({ marks, knownTags, reply, currentPath }: MarksPanelProps) {
  const action = `${currentPath}#marks`;
  return (
    <Stack component="section" id="marks">
      <div>
        <Text component="h2" size="xl">
          Marks
        </Text>
        <Text size="sm" c="dimmed">
          Only our team sees them, never the artist.
        </Text>
      </div>
      <ShortlistForm action={action} isShortlisted={marks.shortlistedAt !== null} />
      <RatingForm action={action} rating={marks.rating} />
      <TagsForm
        key={joinTags(marks.tags)}
        action={action}
        tags={marks.tags}
        knownTags={knownTags}
        reply={reply}
        currentPath={currentPath}
      />
    </Stack>
  );
}

interface MarkFormProps {
  /** The address of the page, with the place of the panel. */
  action: string;
}

function ShortlistForm({ action, isShortlisted }: MarkFormProps & { isShortlisted: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ s: () => button.current?.click() });
  return (
    <Form method="post" action={action} preventScrollReset aria-label="Shortlist">
      <Group justify="space-between" gap="xs">
        <p>{isShortlisted ? <strong>On the shortlist</strong> : "Not on the shortlist"}</p>
        <IntentButton
          ref={button}
          intent={isShortlisted ? "unshortlist" : "shortlist"}
          variant="default"
          aria-keyshortcuts="s"
        >
          {isShortlisted ? "Take it off" : "Shortlist"}
        </IntentButton>
      </Group>
    </Form>
  );
}

const RATINGS = Array.from({ length: MAX_RATING }, (_, index) => index + 1);

/** One press rates, another one clears. */
function RatingForm({ action, rating }: MarkFormProps & { rating: number | null }) {
  return (
    <Form method="post" action={action} preventScrollReset aria-label="Rating">
      <input type="hidden" name="intent" value="rate" />
      <input type="hidden" name="seen" value={rating ?? ""} />
      <Text size="sm" fw={600}>
        {rating === null ? "Rating: none yet" : `Rating: ${rating} of ${MAX_RATING}`}
      </Text>
      <Group gap={4}>
        {RATINGS.map((value) => (
          <Button
            key={value}
            type="submit"
            name="rating"
            value={value}
            variant={value === rating ? "filled" : "default"}
            px="sm"
            aria-label={`Rate ${value} of ${MAX_RATING}`}
            aria-pressed={value === rating}
          >
            {value}
          </Button>
        ))}
        {rating !== null && (
          <Button type="submit" name="rating" value="" variant="subtle" px="xs">
            Clear the rating
          </Button>
        )}
      </Group>
    </Form>
  );
}

interface TagsFormProps extends MarkFormProps, Omit<MarksPanelProps, "marks"> {
  tags: readonly string[];
}

function TagsForm({ action, tags, knownTags, reply, currentPath }: TagsFormProps) {
  const { values, seen, errors, isConflict } = reply;
  const saved = joinTags(tags);
  return (
    <Form method="post" action={action} preventScrollReset aria-label="Tags">
      <Stack gap="xs">
        <TextInput
          id="tags"
          name="tags"
          label="Tags"
          description="With commas between them, such as: folk, summer, call back"
          defaultValue={values.tags ?? saved}
          error={errors.tags?.text}
          list="known-tags"
          autoComplete="off"
          autoCapitalize="none"
        />
        <datalist id="known-tags">
          {tagSuggestions(tags, knownTags).map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
        <input type="hidden" name="seen" value={seen?.tags ?? saved} />
        {isConflict && seen?.tags !== undefined && <ReloadLink currentPath={currentPath} />}
        <div>
          <IntentButton intent="tag" variant="default">
            Save the tags
          </IntentButton>
        </div>
      </Stack>
    </Form>
  );
}

interface AssignFormProps {
  item: ReviewItem;
  colleagues: readonly Colleague[];
  reply: ReviewReply;
}

/** Hands the entry to a colleague. */
export function AssignForm({ item, colleagues, reply }: AssignFormProps) {
  const { assignedTo } = item;
  const others = colleagues.filter(({ id }) => id !== assignedTo);
  if (others.length === 0) return null;
  return (
    <form method="post" action="#desk" aria-label="Assign to a colleague">
      <Group align="end" gap="xs">
        <NativeSelect
          id="colleague"
          name="colleague"
          label="Assign to a colleague"
          flex="1 1 160px"
          error={reply.errors.colleague?.text}
          data={[
            { value: "", label: "Choose" },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {assignedTo && <input type="hidden" name="from" value={assignedTo} />}
        <IntentButton intent="assign" variant="default">
          Assign
        </IntentButton>
      </Group>
    </form>
  );
}
