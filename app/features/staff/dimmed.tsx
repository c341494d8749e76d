import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/** What is said beside the matter, small and grey. */
export const Dimmed = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);
