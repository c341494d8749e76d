import { Alert, Button, Group, Stack } from "@mantine/core";
import layout from "../staff-layout.module.css";

/** A status of the board that was not taken over, with the ways to settle it. */
export function BoardRefusal({ sentences }: { sentences: readonly string[] }) {
  return (
    // Without a role it would be an alert.
    <Alert role="note" color="bad" p="sm" title="The board says something else">
      <Stack gap="xs">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Group gap="md">
          <form method="post">
            <Button type="submit" name="intent" value="set-board-back" variant="default">
              Set the board back
            </Button>
          </form>
          <a className={layout.target} href="#desk">
            Decide it here
          </a>
        </Group>
      </Stack>
    </Alert>
  );
}
