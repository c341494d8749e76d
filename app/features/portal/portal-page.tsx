import { Stack } from "@mantine/core";
import type { ReactNode } from "react";

/** The column of a page about an artist's profile or one of their releases. */
export function PortalPage({ children }: { children: ReactNode }) {
  return (
    <Stack gap="md" maw={760} pt="md" pb="xl">
      {children}
    </Stack>
  );
}
