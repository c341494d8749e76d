import { Button, Group, TextInput } from "@mantine/core";

/** Finds rows of a page's list by what is typed. */
export function SearchForm({ label, search }: { label: string; search: string }) {
  return (
    <Group component="form" align="end">
      <TextInput
        flex="1 1 240px"
        id="q"
        name="q"
        label={label}
        defaultValue={search}
        type="search"
      />
      <Button type="submit" variant="default" mih="var(--target)">
        Search
      </Button>
    </Group>
  );
}
