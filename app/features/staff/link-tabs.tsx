import { Button, Group } from "@mantine/core";

interface LinkTabsProps {
  /** The name of the navigation, for screen readers. */
  label: string;
  links: readonly { href: string; text: string; isCurrent: boolean }[];
  /** What the current link leads to: this page, or this part of it. */
  current?: "page" | "true";
}

/** Links to views of the same thing, one of which is shown. */
export function LinkTabs({ label, links, current = "page" }: LinkTabsProps) {
  return (
    <Group component="nav" aria-label={label} gap={0}>
      {links.map(({ href, text, isCurrent }) => (
        <Button
          key={href}
          component="a"
          href={href}
          variant={isCurrent ? "light" : "subtle"}
          px="xs"
          td={isCurrent ? undefined : "underline"}
          aria-current={isCurrent ? current : undefined}
        >
          {text}
        </Button>
      ))}
    </Group>
  );
}
