import { Button, Group } from "@mantine/core";

interface PaginationLinksProps {
  path: string;
  /** The filter of the list. */
  query: Record<string, string>;
  isFirst: boolean;
  /** The id of the last row, if there are more. */
  last?: string;
}

/** Links to older rows, and back to the latest. */
export function PaginationLinks({ path, query, isFirst, last }: PaginationLinksProps) {
  if (isFirst && last === undefined) return null;
  const pageUrl = (extra: Record<string, string>) => {
    const params = new URLSearchParams({ ...query, ...extra });
    return params.size > 0 ? `${path}?${params}` : path;
  };
  return (
    <Group component="nav" aria-label="Pages">
      {!isFirst && (
        <Button component="a" href={pageUrl({})} variant="default">
          The latest
        </Button>
      )}
      {last !== undefined && (
        <Button component="a" href={pageUrl({ before: last })} variant="default">
          Older
        </Button>
      )}
    </Group>
  );
}
