import { Stack, Text } from "@mantine/core";
import { longDate } from "~/platform/formats/dates";
import portal from "../portal.module.css";

/** The team's note to the artist beside a submission's status, with its ISO time. */
export function TeamNote({ note }: { note: { text: string; at: string } }) {
  return (
    <Stack component="section" aria-labelledby="note">
      <h2 id="note">A note from the team</h2>
      <blockquote className={portal.quote}>{note.text}</blockquote>
      <Text size="sm" c="dimmed">
        {longDate(note.at)}
      </Text>
    </Stack>
  );
}
