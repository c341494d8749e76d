import { Button, Group } from "@mantine/core";

/** Links to the previous and the next page. */
export function Pager({
  before,
  after,
}: {
  before?: string | undefined;
  after?: string | undefined;
}) {
  if (!before && !after) return null;
  return (
    <Group component="nav" aria-label="Pages" gap="xs">
      {before && (
        <Button component="a" href={before} rel="prev" variant="default">
          Earlier in the queue
        </Button>
      )}
      {after && (
        <Button component="a" href={after} rel="next" variant="default" ml="auto">
          Further down the queue
        </Button>
      )}
    </Group>
  );
}
